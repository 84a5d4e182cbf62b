import { randomBytes } from 'node:crypto';
import library, { type PeerConnection, type Track } from 'node-datachannel';
import { isGoodbye } from './goodbye.ts';
import { isRtcp } from './rtp.ts';
import { listensAt, type Reachable, type ReadOffer } from './sdp.ts';

/** ICE asks for 4 characters; the library finds the connection of a packet by them alone. */
export const UFRAG_BYTES = 12;
const PASSWORD_BYTES = 24;
/** Collecting the machine's own addresses takes milliseconds. */
const GATHER_MS = 3_000;
/** How long a browser may take to connect, in ms. */
const CONNECT_MS = 20_000;
/**
 * A member of whom nothing arrives for so long has vanished. Browsers report about every stream they
 * receive each 2.5 to 7.5 seconds (RTCP, RFC 3550), also while the microphone is off and nobody speaks;
 * over eight streams that is more than once a second. The library itself notices after 27 s.
 */
const SILENCE_MS = 8_000;

type Hooks = {
  /** Called with audio, and with the reports about what the browser receives. */
  onPacket(packet: Buffer): void;
  onReport(packet: Buffer): void;
  onUp(): void;
  onGone(): void;
};
export type Peer = {
  /** The library's answer. */
  sdp: string;
  /** The name under which the browser finds the connection. */
  ufrag: string;
  /** Sends a packet in a slot; false if the connection is not ready. */
  send(slot: number, packet: Buffer): boolean;
  /** Whether the browser has not connected in time, or nothing has arrived for too long. */
  isLost(nowMs: number): boolean;
  /** Counts the silence from now on. */
  forgive(nowMs: number): void;
  close(): void;
};

/** Returns the connection that answers an offer. Throws if the library refuses it or finds no address. */
export async function openPeer(
  { sdp, isTalking }: ReadOffer,
  reachable: Reachable,
  { onPacket, onReport, onUp, onGone }: Hooks,
): Promise<Peer> {
  const { port } = reachable;
  const bindAddress = listensAt(reachable);
  const connection: PeerConnection = new library.PeerConnection('member', {
    iceServers: [],
    ...(bindAddress === undefined ? {} : { bindAddress }),
    enableIceUdpMux: true,
    portRangeBegin: port,
    portRangeEnd: port,
    // The answer waits until its own credentials are set.
    disableAutoNegotiation: true,
  });
  // Without a reference a track silently stops delivering.
  const tracks: Track[] = [];
  let isClosed = false;
  let isUp = false;
  const openedMs = performance.now();
  /** Null until the first packet: a browser that never reports is left to the library. */
  let heardMs: number | null = null;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    // Closing the connection alone leaks its tracks.
    for (const track of tracks) track.close();
    connection.close();
  };
  const end = () => {
    if (isClosed) return;
    close();
    onGone();
  };
  try {
    connection.onTrack((track) => {
      tracks.push(track);
      const isMicrophone = isTalking && tracks.length === 1;
      // A track without a listener keeps what arrives.
      track.onMessage((packet) => {
        heardMs = performance.now();
        // An error in a callback of the library ends the process, and every conversation with it.
        try {
          if (isGoodbye(packet)) end();
          else if (isRtcp(packet)) onReport(packet);
          else if (isMicrophone) onPacket(packet);
        } catch {
          end();
        }
      });
    });
    connection.onStateChange((state) => {
      if (state === 'connected') {
        isUp = true;
        onUp();
      } else if (state === 'failed' || state === 'closed') end();
    });
    connection.setRemoteDescription(sdp, 'offer');
    const ufrag = randomBytes(UFRAG_BYTES).toString('hex');
    const answer = await gather(connection, 'answer', ufrag);
    const outgoing = isTalking ? tracks.slice(1) : tracks;
    return {
      sdp: answer,
      ufrag,
      send(slot, packet) {
        const track = outgoing[slot];
        if (isClosed || track === undefined || !track.isOpen()) return false;
        try {
          return track.sendMessageBinary(packet);
        } catch {
          // It closed a moment ago, and says so itself.
          return false;
        }
      },
      isLost: (nowMs) =>
        isUp ? heardMs !== null && nowMs - heardMs > SILENCE_MS : nowMs - openedMs > CONNECT_MS,
      forgive(nowMs) {
        if (heardMs !== null) heardMs = nowMs;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Makes an offer, or answers one. Returns it when the addresses are known. Throws if there are none in
 * time.
 */
export function gather(
  connection: PeerConnection,
  type: 'offer' | 'answer',
  iceUfrag: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no address')), GATHER_MS);
    connection.onGatheringStateChange((state) => {
      if (state !== 'complete') return;
      clearTimeout(timer);
      const description = connection.localDescription();
      if (description === null) reject(new Error('no description'));
      else resolve(description.sdp);
    });
    connection.setLocalDescription(type, {
      iceUfrag,
      icePwd: randomBytes(PASSWORD_BYTES).toString('hex'),
    });
  });
}
