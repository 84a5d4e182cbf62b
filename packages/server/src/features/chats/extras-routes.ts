import * as extras from '@respa/contract/chat-extras';
import { serve, type House } from '#platform/serve.ts';
import { forwardMessages } from './forward.ts';
import { listMentionable } from './mentions.ts';
import { saveDraft, setMuted } from './own-state.ts';
import { pinMessage, unpinMessage } from './pins.ts';
import { addReaction, takeReaction } from './reactions.ts';
import { searchMessages } from './search.ts';

const done = async (work: Promise<void>) => {
  await work;
  return { ok: true };
};
/** Calls that are the same for private rooms and groups. */
export function mountChatExtras(house: House): void {
  const { ground } = house;
  serve(house, extras.react, async ({ viewer, params, body }) => ({
    reactions: await addReaction(ground, viewer, params.messageId, body.emoji),
  }));
  serve(house, extras.unreact, async ({ viewer, params, body }) => ({
    reactions: await takeReaction(ground, viewer, params.messageId, body.emoji),
  }));
  serve(house, extras.forward, ({ viewer, body }) => done(forwardMessages(ground, viewer, body)));
  serve(house, extras.pin, ({ viewer, params }) =>
    done(pinMessage(ground, viewer, params.messageId)),
  );
  serve(house, extras.unpin, ({ viewer, params }) =>
    done(unpinMessage(ground, viewer, params.messageId)),
  );
  serve(house, extras.search, ({ viewer, query }) => searchMessages(ground, viewer, query));
  serve(house, extras.saveDraft, ({ viewer, params, body }) =>
    done(saveDraft(ground, viewer, params.roomId, body.text)),
  );
  serve(house, extras.mentionable, ({ viewer, params, query }) =>
    listMentionable(ground, viewer, params.roomId, query.q ?? ''),
  );
  serve(house, extras.muteRoom, ({ viewer, params }) =>
    done(setMuted(ground, viewer, params.roomId, true)),
  );
  serve(house, extras.unmuteRoom, ({ viewer, params }) =>
    done(setMuted(ground, viewer, params.roomId, false)),
  );
}
