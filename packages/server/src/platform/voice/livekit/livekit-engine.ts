// Voice rooms on a LiveKit server: this server lets members in and out, the pages connect there.
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { OfferRefused, VoiceDown, type VoiceEngine, type VoiceEvents } from '../engine.ts';
import type { LiveKitConfig } from '../settings.ts';
import { makeLiveKitCalls, type LiveKitCalls } from './livekit-calls.ts';
import { makeErrands } from './errands.ts';

/** How often the rooms are compared with those of the LiveKit server, in ms. */
const LOOK_MS = 5_000;
/** How long a page may take to connect, in ms. */
const CONNECT_MS = 30_000;
/** Rooms that are asked about at once. */
const AT_ONCE = 10;

type Participant = {
  /** Its name at the LiveKit server, new for each connection: the number, and something random. */
  identity: string;
  enteredMs: number;
  /** Whether it was there when the room was looked at. */
  isSeen: boolean;
  isListening: boolean;
  isMutedForAll: boolean;
  /** The client that may show a screen. */
  screen: string | undefined;
};
type People = Map<string, Map<number, Participant>>;

/** Returns the engine that lets pages connect to a LiveKit server. */
export function makeLiveKit(
  config: LiveKitConfig,
  events: Pick<VoiceEvents, 'gone'>,
  log: Logger,
  lookMs = LOOK_MS,
): VoiceEngine {
  const people: People = new Map();
  const calls = makeLiveKitCalls(config);
  const errands = makeErrands(log);
  const find = (room: string, member: number) => people.get(room)?.get(member);
  function take(room: string, member: number): Participant | undefined {
    const inside = people.get(room);
    const found = inside?.get(member);
    inside?.delete(member);
    if (inside?.size === 0) people.delete(room);
    return found;
  }
  const remove = (room: string, { identity }: Participant) =>
    errands.run(`${room} ${identity}`, () => calls.remove(room, identity));
  /** Gives a participant the rights that it has now; a later change replaces one that still waits. */
  const permit = (room: string, one: Participant) =>
    errands.run(`${room} ${one.identity}`, () => calls.permit(room, one.identity, rightsOf(one)));
  const looking = setInterval(() => void look(), lookMs);
  looking.unref();
  let isLooking = false;
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    const rooms = [...people.keys()];
    try {
      while (rooms.length > 0)
        await Promise.all(
          rooms.splice(0, AT_ONCE).map((room) => lookAt({ people, calls }, room, gone)),
        );
    } catch (error) {
      log.warn({ err: error }, 'the LiveKit server does not answer');
    } finally {
      isLooking = false;
    }
  }
  function gone(room: string, member: number): void {
    const lost = take(room, member);
    if (lost === undefined) return;
    remove(room, lost);
    events.gone(room, member);
  }
  return {
    async join(room, member, { isListening }) {
      const entered: Participant = {
        identity: `${member}.${randomBytes(9).toString('base64url')}`,
        enteredMs: performance.now(),
        isSeen: false,
        isListening,
        isMutedForAll: false,
        screen: undefined,
      };
      const former = take(room, member);
      if (former !== undefined) remove(room, former);
      people.set(room, (people.get(room) ?? new Map<number, Participant>()).set(member, entered));
      try {
        // A page that is sent to a server that is down would wait for nothing.
        await calls.list(room);
        return await calls.makePass(room, entered.identity, rightsOf(entered));
      } catch (error) {
        if (find(room, member) === entered) take(room, member);
        log.warn({ err: error }, 'the LiveKit server does not answer');
        throw new VoiceDown('no answer');
      }
    },
    leave(room, member) {
      const left = take(room, member);
      if (left !== undefined) remove(room, left);
    },
    setMuted(room, member, { isMutedForAll }) {
      const muted = find(room, member);
      if (muted === undefined || muted.isMutedForAll === isMutedForAll) return;
      muted.isMutedForAll = isMutedForAll;
      permit(room, muted);
    },
    // The page plays nothing to who wants to hear nothing.
    setDeaf() {},
    async openScreen({ type, room, member, client }) {
      const shown = find(room, member);
      if (shown === undefined) throw new OfferRefused('no screen');
      if (type === 'watch') return '';
      shown.screen = client;
      await calls.permit(room, shown.identity, rightsOf(shown)).catch((error: unknown) => {
        log.warn({ err: error }, 'the LiveKit server does not answer');
        throw new VoiceDown('no answer');
      });
      return '';
    },
    endScreen(room, member, client) {
      const shown = find(room, member);
      if (shown?.screen === undefined || (client !== undefined && shown.screen !== client)) return;
      shown.screen = undefined;
      permit(room, shown);
    },
    bridge: () => Promise.reject(new VoiceDown('LiveKit has ways of its own')),
    measure: () => Promise.resolve(null),
    lastMeasures: () => null,
    async stop() {
      clearInterval(looking);
      errands.stop();
      people.clear();
    },
  };
}
const rightsOf = ({ isListening, isMutedForAll, screen }: Participant) => ({
  mayTalk: !isListening && !isMutedForAll,
  mayShow: screen !== undefined,
});
/**
 * Compares a room with that of the LiveKit server: who was there and is not has gone, and who came back
 * with the token of a connection that has ended is removed.
 */
async function lookAt(
  { people, calls }: { people: People; calls: LiveKitCalls },
  room: string,
  gone: (room: string, member: number) => void,
): Promise<void> {
  const there = new Set(await calls.list(room));
  const known = new Set([...(people.get(room)?.values() ?? [])].map(({ identity }) => identity));
  for (const identity of there) if (!known.has(identity)) await calls.remove(room, identity);
  for (const [member, one] of people.get(room) ?? []) {
    if (there.has(one.identity)) one.isSeen = true;
    else if (one.isSeen || performance.now() - one.enteredMs > CONNECT_MS) gone(room, member);
  }
}
