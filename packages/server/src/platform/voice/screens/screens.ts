// The shared screens of all rooms, at most one a room, in the process that forwards media.
import { randomInt } from 'node:crypto';
import { VOICE } from '@respa/contract/limits';
import { Busy } from '../hosted-rooms.ts';
import type { Report, ScreenOpening } from '../messages.ts';
import type { RoomCounts } from '../room.ts';
import { makeScreen, type Screen, type ScreenEnd } from './screen.ts';
import { openScreenPeer, type ScreenPeer } from './screen-peer.ts';
import {
  readScreenOffer,
  writeScreenAnswer,
  type ReadScreenOffer,
  type ScreenKind,
  type ScreenSources,
} from './screen-sdp.ts';
import type { Reachable } from '../sdp.ts';

/** How often lost packets are asked for. */
const TICK_MS = 50;
/** A pause of this process itself, after which nobody is held silent, in ms. */
const PAUSE_MS = 3_000;

type Watching = { client: string; peer: ScreenPeer };
type Shared = {
  member: number;
  client: string;
  peer: ScreenPeer;
  screen: Screen;
  sources: ScreenSources;
  readers: Map<number, Watching>;
};
export class NoScreen extends Error {}
export class ScreenFull extends Error {}
export type Screens = {
  /**
   * Returns the answer to an offer of who shows or sees a screen. Throws `BadOffer`, `NoScreen` (also
   * to who is not in the room), `ScreenFull`, `Busy`.
   */
  open(command: ScreenOpening): Promise<string>;
  /** Ends what a member shows and sees in a room; with a client, only what it opened. */
  end(room: string, member: number, client?: string): void;
  count(): { screens: number; readers: number };
};

type ScreenHooks = {
  isInside(room: string, member: number): boolean;
  isBusy(): boolean;
  started(ufrag: string): void;
  ended(ufrag: string): void;
};
/**
 * `isInside` says whether a member is connected to a room: nobody else shows or sees its screen. `isBusy` tells whether no new
 * ones are taken; `started`
 * and `ended` are called with the name of each connection.
 */
export function makeScreens(
  reachable: Reachable,
  counts: RoomCounts,
  report: (message: Report) => void,
  { isInside, isBusy, started, ended }: ScreenHooks,
): Screens {
  const shared = new Map<string, Shared>();
  /** Readers whose connection is being opened: they take a place already. */
  const opening = new Map<string, number>();
  const openPeer: typeof openScreenPeer = async (...asked) => {
    const peer = await openScreenPeer(...asked);
    started(peer.ufrag);
    return peer;
  };
  const close = (peer: ScreenPeer) => {
    peer.close();
    ended(peer.ufrag);
  };

  function endShare(room: string): void {
    const share = shared.get(room);
    if (share === undefined) return;
    shared.delete(room);
    close(share.peer);
    for (const { peer } of share.readers.values()) close(peer);
  }
  function endWatch(share: Shared, member: number): void {
    const reader = share.readers.get(member);
    if (reader === undefined) return;
    share.readers.delete(member);
    share.screen.removeReader(member);
    close(reader.peer);
  }
  async function openShare({ room, member, client, sdp }: ScreenOpening): Promise<string> {
    const offer = readScreenOffer(sdp, 'sendonly');
    if (!shared.has(room) && isBusy()) throw new Busy();
    const first = randomInt(1, 0xffff_ff00);
    const sources = { video: first, audio: first + 1 };
    const end = makeEnd(offer);
    const screen = makeScreen(end, member, sources, counts);
    const peer = await openPeer(offer.sdp, reachable, {
      onPacket: (kind, packet) => screen.take(kind, packet, performance.now()),
      onUp: () => {},
      onGone: () => {
        if (shared.get(room)?.peer !== peer) return;
        endShare(room);
        report({ type: 'screenGone', room, client });
      },
    });
    if (!isInside(room, member)) {
      close(peer);
      throw new NoScreen();
    }
    end.send = peer.send;
    endShare(room);
    shared.set(room, { member, client, peer, screen, sources, readers: new Map() });
    return writeScreenAnswer(peer.sdp, reachable);
  }
  async function openWatch({ room, member, client, sdp }: ScreenOpening): Promise<string> {
    const share = shared.get(room);
    if (share === undefined) throw new NoScreen();
    const { screen, readers, sources } = share;
    const offer = readScreenOffer(sdp, 'recvonly', sources);
    endWatch(share, member);
    const waiting = opening.get(room) ?? 0;
    if (readers.size + waiting >= VOICE.viewers) throw new ScreenFull();
    opening.set(room, waiting + 1);
    try {
      const peer = await openPeer(offer.sdp, reachable, {
        onPacket: (_, packet) => screen.hear(member, packet, performance.now()),
        onUp: () => screen.wantKeyframe(performance.now()),
        onGone: () => {
          if (readers.get(member)?.peer === peer) endWatch(share, member);
        },
      });
      if (!isInside(room, member) || shared.get(room) !== share) {
        close(peer);
        throw new NoScreen();
      }
      endWatch(share, member);
      readers.set(member, { client, peer });
      screen.addReader(member, makeEnd(offer, peer));
      return writeScreenAnswer(peer.sdp, reachable, sources);
    } finally {
      const left = opening.get(room)! - 1;
      if (left === 0) opening.delete(room);
      else opening.set(room, left);
    }
  }
  let tickedMs = performance.now();
  setInterval(() => {
    const nowMs = performance.now();
    // What arrived while this process stood still has not been read yet.
    const hasPaused = nowMs - tickedMs > PAUSE_MS;
    tickedMs = nowMs;
    for (const share of shared.values()) {
      share.screen.tick(nowMs);
      for (const { peer } of [share, ...share.readers.values()])
        if (hasPaused) peer.forgive(nowMs);
        else peer.check(nowMs);
    }
  }, TICK_MS).unref();
  return {
    async open(command) {
      if (!isInside(command.room, command.member)) throw new NoScreen();
      return command.type === 'share' ? openShare(command) : openWatch(command);
    },
    end(room, member, client) {
      const share = shared.get(room);
      if (share === undefined) return;
      const isIts = (opened: string) => client === undefined || opened === client;
      if (share.member === member && isIts(share.client)) endShare(room);
      else {
        const reader = share.readers.get(member);
        if (reader !== undefined && isIts(reader.client)) endWatch(share, member);
      }
    },
    count: () => ({
      screens: shared.size,
      readers: [...shared.values()].reduce((sum, { readers }) => sum + readers.size, 0),
    }),
  };
}
const makeEnd = (
  { videoType, audioType }: ReadScreenOffer,
  peer?: Pick<ScreenPeer, 'send'>,
): ScreenEnd => ({
  types: { video: videoType, audio: audioType },
  send: peer?.send ?? ((_kind: ScreenKind, _packet: Buffer) => false),
});
