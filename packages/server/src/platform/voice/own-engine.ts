import type { Logger } from 'pino';
import type { VoiceEngine, VoiceEvents } from './engine.ts';
import { makeMediaHost } from './media-host.ts';

/** Returns the engine that is a process of this server. */
export function makeOwnEngine(
  settings: Parameters<typeof makeMediaHost>[0],
  events: VoiceEvents,
  log: Logger,
): VoiceEngine {
  const host = makeMediaHost(settings, events, log);
  return {
    ...host,
    join: async (room, member, { sdp }) => ({ sdp: await host.join(room, member, sdp) }),
    setMuted: (room, member, { isMuted, isMutedForAll }) =>
      host.setMuted(room, member, isMuted || isMutedForAll),
  };
}
