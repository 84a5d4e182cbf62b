import * as extras from '@respa/contract/chat-extras';
import * as stickers from '@respa/contract/stickers';
import { serve, type App } from '#platform/http/serve.ts';
import { forwardMessages } from './forward.ts';
import { listMentionable } from './text/mentions.ts';
import { listVersions } from './message-views.ts';
import { saveDraft, setMuted } from '../rooms/member-state.ts';
import { pinMessage, unpinMessage } from '../rooms/pins.ts';
import { addReaction, takeReaction } from './reactions.ts';
import { saveMessageGif } from './media/message-stickers.ts';
import { searchMessages } from '../search/search.ts';

const done = async (work: Promise<void>) => {
  await work;
  return { ok: true };
};
/** Mounts the routes that are the same for private rooms and groups. */
export function mountChatExtras(app: App): void {
  const { context } = app;
  serve(app, extras.react, async ({ viewer, params, body }) => ({
    reactions: await addReaction(context, viewer, params.messageId, body.emoji),
  }));
  serve(app, extras.unreact, async ({ viewer, params, body }) => ({
    reactions: await takeReaction(context, viewer, params.messageId, body.emoji),
  }));
  serve(app, extras.forward, ({ viewer, body }) => done(forwardMessages(context, viewer, body)));
  serve(app, extras.pin, ({ viewer, params }) =>
    done(pinMessage(context, viewer, params.messageId)),
  );
  serve(app, extras.unpin, ({ viewer, params }) =>
    done(unpinMessage(context, viewer, params.messageId)),
  );
  serve(app, extras.versions, async ({ viewer, params }) => ({
    versions: await listVersions(context, viewer, params.messageId),
  }));
  serve(app, extras.search, ({ viewer, query }) => searchMessages(context, viewer, query));
  serve(app, extras.saveDraft, ({ viewer, params, body }) =>
    done(saveDraft(context, viewer, params.roomId, body.text)),
  );
  serve(app, extras.mentionable, ({ viewer, params, query }) =>
    listMentionable(context, viewer, params.roomId, query.q ?? ''),
  );
  serve(app, extras.muteRoom, ({ viewer, params }) =>
    done(setMuted(context, viewer, params.roomId, true)),
  );
  serve(app, extras.unmuteRoom, ({ viewer, params }) =>
    done(setMuted(context, viewer, params.roomId, false)),
  );
  serve(app, stickers.saveGif, async ({ viewer, body }) => ({
    gif: await saveMessageGif(context, viewer, body),
  }));
}
