// Voice rooms on a LiveKit server: this server lets members in and out, the pages connect there.
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { OfferRefused, VoiceDown, type VoiceEngine, type VoiceEvents } from '../engine.ts';
import type { LiveKitConfig } from '../settings.ts';
import { makeLiveKitCalls, type Rights } from './livekit-calls.ts';
import { makeErrands } from './errands.ts';

/** How often the rooms are compared with those of the LiveKit server, in ms. */
const LOOK_MS = 5_000;
/** How long a page may take to connect, in ms. */
const CONNECT_MS = 30_000;
/** A page that connects again is away for a moment: so many looks must miss it. */
const MISSES = 2;
/** How long a token lives that a LiveKit server gives to who is inside, in ms. */
const TOKEN_MS = 10 * 60_000;
/** Rooms that are asked about at once. */
const AT_ONCE = 10;

type Participant = {
  /** Its name at the LiveKit server, new for each connection: the number, and something random. */
  identity: string;
  enteredMs: number;
  /** Whether it was there when the room was looked at. */
  isSeen: boolean;
  /** How many looks in a row have missed it. */
  misses: number;
  isListening: boolean;
  isMutedForAll: boolean;
  /** The client that may show a screen. */
  screen: string | undefined;
};

/** Returns the engine that lets pages connect to a LiveKit server. */
export function makeLiveKit(
  config: LiveKitConfig,
  events: Pick<VoiceEvents, 'gone'>,
  log: Logger,
  lookMs = LOOK_MS,
): VoiceEngine {
  const people = new Map<string, Map<number, Participant>>();
  /** Rooms into which members may come back with a token, and until when. */
  const leftUntil = new Map<string, number>();
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
  function remove(room: string, { identity }: Participant): void {
    leftUntil.set(room, performance.now() + TOKEN_MS);
    errands.run(`${room} ${identity}`, () => calls.remove(room, identity));
  }
  /** Gives a participant the rights that it has now; a later change replaces one that still waits. */
  const permit = (room: string, one: Participant) =>
    errands.run(`${room} ${one.identity}`, () => calls.permit(room, one.identity, rightsOf(one)));
  function gone(room: string, member: number): void {
    const lost = take(room, member);
    if (lost === undefined) return;
    remove(room, lost);
    events.gone(room, member);
  }
  /**
   * Returns who is in a room at the LiveKit server, with their rights. Who came with the token of a
   * connection that has ended is removed.
   */
  async function list(room: string): Promise<Map<string, Rights>> {
    const there = await calls.list(room);
    const known = new Set([...(people.get(room)?.values() ?? [])].map(({ identity }) => identity));
    for (const identity of there.keys())
      if (!known.has(identity)) await calls.remove(room, identity);
    return there;
  }
  async function lookAt(room: string): Promise<void> {
    const there = await list(room);
    for (const [member, one] of people.get(room) ?? []) {
      const rights = there.get(one.identity);
      one.misses = rights === undefined ? one.misses + 1 : 0;
      if (rights !== undefined) {
        one.isSeen = true;
        // It came with a token from before a change.
        if (!isSame(rights, rightsOf(one))) permit(room, one);
      } else if (one.isSeen ? one.misses >= MISSES : isLate(one)) gone(room, member);
    }
  }
  const looking = setInterval(() => void look(), lookMs);
  looking.unref();
  let isLooking = false;
  let isDown = false;
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    for (const [room, until] of leftUntil) if (performance.now() > until) leftUntil.delete(room);
    const rooms = [...new Set([...people.keys(), ...leftUntil.keys()])];
    try {
      while (rooms.length > 0) await Promise.all(rooms.splice(0, AT_ONCE).map(lookAt));
      isDown = false;
    } catch (error) {
      if (!isDown) log.warn({ err: error }, 'the LiveKit server does not answer');
      isDown = true;
    } finally {
      isLooking = false;
    }
  }
  const down = (error: unknown): never => {
    log.warn({ err: error }, 'the LiveKit server does not answer');
    throw new VoiceDown('no answer');
  };
  return {
    async join(room, member, { isListening, isMutedForAll }) {
      const entered: Participant = {
        identity: `${member}.${randomBytes(9).toString('base64url')}`,
        enteredMs: performance.now(),
        isSeen: false,
        misses: 0,
        isListening,
        isMutedForAll,
        screen: undefined,
      };
      const former = take(room, member);
      if (former !== undefined) remove(room, former);
      people.set(room, (people.get(room) ?? new Map<number, Participant>()).set(member, entered));
      try {
        // A page that is sent to a server that is down would wait for nothing.
        await list(room);
        return await calls.makePass(room, entered.identity, rightsOf(entered));
      } catch (error) {
        if (find(room, member) === entered) take(room, member);
        return down(error);
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
      await calls.permit(room, shown.identity, rightsOf(shown)).catch(down);
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
      leftUntil.clear();
    },
  };
}
const rightsOf = ({ isListening, isMutedForAll, screen }: Participant): Rights => ({
  maySpeak: !isListening && !isMutedForAll,
  mayShow: screen !== undefined,
});
const isSame = (one: Rights, other: Rights): boolean =>
  one.maySpeak === other.maySpeak && one.mayShow === other.mayShow;
const isLate = ({ enteredMs }: Participant): boolean => performance.now() - enteredMs > CONNECT_MS;
