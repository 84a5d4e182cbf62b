import * as queries from './queries.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { makeTurnCredentials } from '#platform/voice/turn.ts';
import { readRings } from './rings.ts';
import { channelsOf, readStates } from './room-state.ts';
export * from './endings.ts';
export { getRoom, joinRoom, tellEnded, leaveRoom } from './joining.ts';
export { declineRing, setOwn, checkLeads, setMember, removeMember } from './members.ts';

/** Returns the voice rooms of the viewer's conversations in which people are. */
export async function listRooms(context: AppContext, viewer: Viewer) {
  return {
    rooms: await readStates(context.db, await queries.listMine(context.db, viewer.id)),
    rings: await readRings(context.db, viewer.id),
    iceServers: listRelays(context),
    engine: context.config.liveKit === undefined ? ('ours' as const) : ('livekit' as const),
  };
}

/** Returns the relays that a browser may use, with credentials for an hour. */
const listRelays = ({ config: { voiceTurn } }: AppContext) =>
  voiceTurn === undefined ? [] : [makeTurnCredentials(voiceTurn, nowMs())];
/** Tells a conversation who speaks in its room, which this server hosts. */
export async function tellSpeaking(
  context: AppContext,
  roomId: string,
  numbers: number[],
): Promise<void> {
  const { connected, channels } = context.voice;
  const people = connected.get(roomId);
  if (people === undefined) return;
  const users = numbers.flatMap((number) => people.get(number)?.userId ?? []);
  const found =
    channels.get(roomId) ??
    queries
      .findConversation(context.db, roomId)
      .then((room) => (room === undefined ? [] : channelsOf(room)));
  channels.set(roomId, found);
  // A failure is forgotten, so that the next word asks again.
  found.catch(() => channels.delete(roomId));
  for (const channel of await found)
    context.live.publish(channel, { data: { type: 'voice-speaking', roomId, users } });
}
/** Returns for the admin how much voice is used, and how busy this server's process is. */
export async function readOverview({ db, voice }: AppContext) {
  const measures = voice.engine?.lastMeasures() ?? null;
  return {
    ...(await queries.countAll(db)),
    process:
      measures === null
        ? null
        : {
            load: measures.load,
            memoryBytes: measures.memoryBytes,
            packets: measures.packetsOut,
            lost: measures.lost,
          },
  };
}
