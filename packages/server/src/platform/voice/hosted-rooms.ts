import { randomInt } from 'node:crypto';
import { writeGoodbye } from './goodbye.ts';
import type { Command, Report } from './messages.ts';
import { openPeer, type Peer } from './peer.ts';
import { makeRoom, type Room, type RoomCounts, type RoomMember } from './room.ts';
import { readOffer, writeAnswer, type Reachable } from './sdp.ts';

/** How often members are looked at who may have vanished, in ms. */
export const WATCH_MS = 1_000;
/** A pause of this process itself, after which nobody is held silent, in ms. */
const PAUSE_MS = 3 * WATCH_MS;

type Entry = { room: Room; peers: Map<number, Peer>; opening: Map<number, symbol>; told: string };
export class Busy extends Error {}
export class Replaced extends Error {}
type RoomHooks = {
  isBusy(): boolean;
  started(ufrag: string): void;
  ended(ufrag: string): void;
  left(room: string, member: number): void;
};
export type HostedRooms = {
  /** Returns the answer to an offer. Throws `BadOffer`, `Busy`, `Replaced`, and what the library throws. */
  open(command: Extract<Command, { type: 'open' }>): Promise<string>;
  close(room: string, member: number): void;
  setMuted(room: string, member: number, isMuted: boolean): void;
  setDeaf(room: string, member: number, isDeaf: boolean): void;
  /** Ends the connections that do not connect, or of which nothing arrives any more. */
  dropSilent(nowMs: number): void;
  /** Reports who speaks, of the rooms where that has changed. */
  reportSpeaking(nowMs: number): void;
  isInside(room: string, member: number): boolean;
  count(): { rooms: number; members: number };
};

/**
 * The rooms of this process. `isBusy` tells whether it takes no new ones; `started` and `ended` are
 * called with the name of each connection, `left` with the member whose place in a room is over.
 */
export function makeHostedRooms(
  reachable: Reachable,
  counts: RoomCounts,
  report: (message: Report) => void,
  { isBusy, started, ended, left }: RoomHooks,
): HostedRooms {
  const rooms = new Map<string, Entry>();
  let watchedMs = performance.now();
  const dropEmpty = (name: string, { peers, opening }: Entry) => {
    if (peers.size === 0 && opening.size === 0 && rooms.get(name)?.peers === peers)
      rooms.delete(name);
  };
  function close(name: string, number: number): void {
    left(name, number);
    const entry = rooms.get(name);
    if (entry === undefined) return;
    // A connection that is being opened ends as soon as it is there.
    entry.opening.delete(number);
    const peer = entry.peers.get(number);
    entry.peers.delete(number);
    entry.room.remove(number);
    if (peer !== undefined) {
      peer.send(0, writeGoodbye(entry.room.sources[0]!));
      peer.close();
      ended(peer.ufrag);
    }
    dropEmpty(name, entry);
  }
  function enter(name: string): Entry {
    const found = rooms.get(name);
    if (found !== undefined) return found;
    if (isBusy()) throw new Busy();
    const entry: Entry = {
      room: makeRoom(randomInt(1, 0xffff_ff00), counts),
      peers: new Map(),
      opening: new Map(),
      told: '',
    };
    rooms.set(name, entry);
    return entry;
  }
  async function open({
    room: name,
    member: number,
    sdp,
  }: Extract<Command, { type: 'open' }>): Promise<string> {
    const offer = readOffer(sdp);
    close(name, number);
    const entry = enter(name);
    const { room, peers, opening } = entry;
    const turn = Symbol('turn');
    opening.set(number, turn);
    const member: RoomMember = {
      number,
      payloadType: offer.payloadType,
      levelId: offer.levelId,
      isMuted: false,
      isDeaf: false,
      send: () => false,
    };
    let peer: Peer | undefined;
    const isCurrent = () => peer !== undefined && peers.get(number) === peer;
    try {
      peer = await openPeer(offer, reachable, {
        onPacket: (packet) => {
          if (isCurrent()) room.forward(member, packet, performance.now());
        },
        onReport: (packet) => {
          if (isCurrent()) room.hear(member, packet);
        },
        onUp: () => report({ type: 'up', room: name, member: number }),
        onGone: () => {
          if (!isCurrent()) return;
          close(name, number);
          report({ type: 'gone', room: name, member: number });
        },
      });
      if (opening.get(number) !== turn) {
        peer.close();
        throw new Replaced();
      }
      opening.delete(number);
      member.send = peer.send;
      peers.set(number, peer);
      started(peer.ufrag);
      room.members.set(number, member);
      return writeAnswer(peer.sdp, reachable, room.sources);
    } catch (error) {
      if (opening.get(number) === turn) opening.delete(number);
      dropEmpty(name, entry);
      throw error;
    }
  }
  return {
    open,
    close,
    setMuted(name, number, isMuted) {
      const entry = rooms.get(name);
      const member = entry?.room.members.get(number);
      if (entry === undefined || member === undefined) return;
      member.isMuted = isMuted;
      if (isMuted) entry.room.silence(number);
    },
    setDeaf(name, number, isDeaf) {
      const member = rooms.get(name)?.room.members.get(number);
      if (member !== undefined) member.isDeaf = isDeaf;
    },
    dropSilent(nowMs) {
      // What arrived while this process stood still has not been read yet.
      const hasPaused = nowMs - watchedMs > PAUSE_MS;
      watchedMs = nowMs;
      for (const [name, { peers }] of rooms)
        for (const [number, peer] of peers)
          if (hasPaused) peer.forgive(nowMs);
          else if (peer.isLost(nowMs)) {
            close(name, number);
            report({ type: 'gone', room: name, member: number });
          }
    },
    reportSpeaking(nowMs) {
      for (const [name, entry] of rooms) {
        const members = entry.room.speaking(nowMs).sort((one, other) => one - other);
        const told = members.join(' ');
        if (told === entry.told) continue;
        entry.told = told;
        report({ type: 'speaking', room: name, members });
      }
    },
    isInside: (name, number) => rooms.get(name)?.peers.has(number) === true,
    count: () => ({
      rooms: rooms.size,
      members: [...rooms.values()].reduce((sum, { peers }) => sum + peers.size, 0),
    }),
  };
}
