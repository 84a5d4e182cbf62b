import { randomBytes } from 'node:crypto';
import library, { type PeerConnection, type Track } from 'node-datachannel';
import { gather, UFRAG_BYTES } from '../peer.ts';
import type { ScreenKind } from './screen-sdp.ts';
import { listensAt, type Reachable } from '../sdp.ts';

/** Browsers send a report every second: who sends nothing for so long is gone. */
const SILENT_MS = 8_000;
/** How long a browser may take to connect. */
const CONNECT_MS = 15_000;

type Hooks = {
  onPacket(kind: ScreenKind, packet: Buffer): void;
  onUp(): void;
  /** Not called by `close`. */
  onGone(): void;
};
export type ScreenPeer = {
  /** The library's answer. */
  sdp: string;
  /** The name under which the browser finds the connection. */
  ufrag: string;
  /** Sends a packet; false if the connection is not ready. */
  send(kind: ScreenKind, packet: Buffer): boolean;
  /** Counts the silence from now on. */
  forgive(nowMs: number): void;
  /** Ends the connection if its browser is silent. */
  check(nowMs: number): void;
  close(): void;
};

/**
 * Returns the connection that answers an offer of a screen. Throws if the library refuses the offer
 * or finds no address.
 */
export async function openScreenPeer(
  sdp: string,
  reachable: Reachable,
  { onPacket, onUp, onGone }: Hooks,
): Promise<ScreenPeer> {
  const { port } = reachable;
  const bindAddress = listensAt(reachable);
  const connection: PeerConnection = new library.PeerConnection('screen', {
    iceServers: [],
    ...(bindAddress === undefined ? {} : { bindAddress }),
    enableIceUdpMux: true,
    portRangeBegin: port,
    portRangeEnd: port,
    disableAutoNegotiation: true,
  });
  // Without a reference a track silently stops delivering.
  const tracks = new Map<ScreenKind, Track>();
  let isClosed = false;
  let diesMs = performance.now() + CONNECT_MS;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    // Closing the connection alone leaks its tracks.
    for (const track of tracks.values()) track.close();
    connection.close();
  };
  const end = () => {
    if (isClosed) return;
    close();
    onGone();
  };
  /** An error in a callback of the library ends the process, and every conversation with it. */
  const guard = (work: () => void) => {
    try {
      if (!isClosed) work();
    } catch {
      end();
    }
  };
  try {
    connection.onTrack((track) => {
      const kind = track.type() as ScreenKind;
      tracks.set(kind, track);
      track.onMessage((packet) =>
        guard(() => {
          diesMs = performance.now() + SILENT_MS;
          onPacket(kind, packet);
        }),
      );
    });
    connection.onStateChange((state) => {
      if (state === 'connected') guard(onUp);
      else if (state === 'failed' || state === 'closed') end();
    });
    connection.setRemoteDescription(sdp, 'offer');
    const ufrag = randomBytes(UFRAG_BYTES).toString('hex');
    const answer = await gather(connection, 'answer', ufrag);
    return {
      sdp: answer,
      ufrag,
      send(kind, packet) {
        const track = tracks.get(kind);
        if (isClosed || track === undefined || !track.isOpen()) return false;
        try {
          return track.sendMessageBinary(packet);
        } catch {
          // It closed a moment ago, and says so itself.
          return false;
        }
      },
      forgive(nowMs) {
        diesMs = nowMs + SILENT_MS;
      },
      check: (nowMs) => {
        if (nowMs > diesMs) end();
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
