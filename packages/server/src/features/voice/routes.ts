import * as voice from '@respa/contract/voice';
import * as screen from '@respa/contract/voice-screen';
import { done, serve, type App } from '#platform/http/serve.ts';
import { openHost } from './host.ts';
import * as screens from './screens.ts';
import * as service from './service.ts';
import { mountSitePath } from './site-path.ts';

/** Mounts the voice rooms of conversations. */
export function mountVoice(app: App): void {
  const { context } = app;
  const warn = (error: Error) => context.log.warn({ err: error.message }, 'voice room not updated');
  openHost(context, {
    gone: (room, member) => void service.dropMember(context, room, member).catch(warn),
    speaking: (room, members) => void service.tellSpeaking(context, room, members).catch(warn),
    screenGone: (room, clientId) => void screens.dropScreen(context, room, clientId).catch(warn),
    down: () => void service.emptyHost(context, context.bus.id).catch(warn),
  });
  // Ending twice does nothing, so every server may do it. After a cleared history the reader stays.
  context.live.onEnded((tag, last) => {
    const isReload = (last?.data as { type?: string } | undefined)?.type === 'anew';
    if (!isReload) service.endTagged(context, tag).catch(warn);
  });
  context.bus.onGo((instance) => void service.emptyHost(context, instance).catch(warn));

  context.signals.on('accountErased', ({ tx, after, userId }) =>
    service.eraseVoice(context, tx, after, userId),
  );

  context.jobs.on('voice.ring-ends', (ended) => service.missRing(context, ended));
  context.jobs.on('voice.caller-lost', (ring) => service.forgetRing(context, ring));

  mountSitePath(app);
  serve(app, voice.overview, () => service.readOverview(context));
  serve(app, voice.rooms, ({ viewer }) => service.listRooms(context, viewer));
  serve(app, voice.join, ({ viewer, params, body }) =>
    service.joinRoom(context, viewer, params.roomId, body),
  );
  serve(app, voice.leave, ({ viewer, params, body }) =>
    done(service.leaveRoom(context, viewer, params.roomId, body)),
  );
  serve(app, voice.decline, ({ viewer, params }) =>
    done(service.declineRing(context, viewer, params.roomId)),
  );
  serve(app, voice.setOwn, ({ viewer, params, body }) =>
    done(service.setOwn(context, viewer, params.roomId, body)),
  );
  serve(app, voice.setMember, ({ viewer, params, body }) =>
    done(service.setMember(context, viewer, params, body.isServerMuted)),
  );
  serve(app, voice.removeMember, ({ viewer, params }) =>
    done(service.removeMember(context, viewer, params)),
  );

  serve(app, screen.share, ({ viewer, params, body }) =>
    screens.shareScreen(context, viewer, params.roomId, body),
  );
  serve(app, screen.watch, ({ viewer, params, body }) =>
    screens.watchScreen(context, viewer, params.roomId, body),
  );
  serve(app, screen.leave, ({ viewer, params, body }) =>
    done(screens.leaveScreen(context, viewer, params.roomId, body.clientId)),
  );
  serve(app, screen.stop, ({ viewer, params }) =>
    done(screens.stopScreen(context, viewer, params)),
  );
}
