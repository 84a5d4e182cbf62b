// Connections of this process to rooms, here or at another server, for members whose network reaches
// only the site itself. To a room they are browsers like all others.
import { randomBytes, randomInt } from 'node:crypto';
import library, { type PeerConnection, type Track } from 'node-datachannel';
import { packHeard, readSent } from '@respa/contract/voice-site';
import { gather, UFRAG_BYTES } from './peer.ts';
import { isGoodbye, writeGoodbye, writeReport } from './goodbye.ts';
import { readCsrc, isRtcp, parseRtp, writeRtp } from './rtp.ts';
import { Busy } from './hosted-rooms.ts';
import { LEVEL_URI } from './sdp.ts';
import { SLOTS } from './slots.ts';

/** Each costs a connection and up to 400 packets a second. */
const MAX_BRIDGES = 200;
/** The number of Opus in the offer, and of the extension with the level. */
const [PAYLOAD_TYPE, LEVEL_ID] = [111, 1];
/** The highest priority of an address (RFC 8445). */
const FIRST = 2_130_706_431;
/** How often a bridge says that it is alive (RTCP), in ms; a room misses it after 8 s. */
const REPORT_MS = 1_000;

type BridgeHooks = {
  onUp(): void;
  /** What a member of the room says, as `packHeard` writes it. */
  onFrame(frame: Uint8Array): void;
  /** The connection has ended, but not by `close`. */
  onGone(): void;
};
type Bridge = {
  offer: string;
  take(answer: string): void;
  send(frame: Uint8Array): void;
  close(): void;
};
export type Bridges = {
  /** Returns the offer of a new bridge. Throws `Busy`, and what the library throws. */
  open(name: string, hooks: BridgeHooks): Promise<string>;
  /** Connects a bridge by the room's answer. */
  take(name: string, answer: string): void;
  /** Says what `packSent` wrote. */
  send(name: string, frame: Uint8Array): void;
  close(name: string): void;
  count(): number;
};
/** Returns the bridges of this process. */
export function makeBridges(): Bridges {
  const bridges = new Map<string, Bridge>();
  const opening = new Set<string>();
  const close = (name: string) => {
    opening.delete(name);
    const bridge = bridges.get(name);
    bridges.delete(name);
    bridge?.close();
  };
  return {
    async open(name, hooks) {
      if (bridges.size + opening.size >= MAX_BRIDGES) throw new Busy();
      opening.add(name);
      try {
        const bridge = await openBridge({
          ...hooks,
          onGone() {
            if (bridges.delete(name)) hooks.onGone();
          },
        });
        // It may have been closed meanwhile.
        if (opening.has(name)) bridges.set(name, bridge);
        else bridge.close();
        return bridge.offer;
      } finally {
        opening.delete(name);
      }
    },
    take: (name, answer) => bridges.get(name)?.take(addressHere(answer)),
    send: (name, frame) => bridges.get(name)?.send(frame),
    close,
    count: () => bridges.size,
  };
}

/**
 * Returns an answer with the addresses that a bridge may use: those of UDP, and first of all this machine
 * itself, because the announced address need not lead back from inside a network. Where the room is on
 * another machine, nobody answers there.
 */
export function addressHere(answer: string): string {
  const isUdp = (line: string) => / UDP \d+ /.test(line);
  const port = /^a=candidate:\d+ 1 UDP \d+ \S+ (\d+) /m.exec(answer)?.[1];
  const own = port === undefined ? [] : [`a=candidate:9 1 UDP ${FIRST} 127.0.0.1 ${port} typ host`];
  return answer
    .split('\r\n')
    .filter((line) => !line.startsWith('a=candidate:') || isUdp(line))
    .flatMap((line) => (line.startsWith('a=end-of-candidates') ? [...own, line] : [line]))
    .join('\r\n');
}

/** Adds the level of the sound to what the library offers to send, its first stream. */
const offerLevel = (offer: string): string =>
  offer.replace(/^a=mid:.*\r\n/m, (line) => `${line}a=extmap:${LEVEL_ID} ${LEVEL_URI}\r\n`);

/** Opens a connection that offers what a page offers. Throws what the library throws. */
async function openBridge({ onUp, onFrame, onGone }: BridgeHooks): Promise<Bridge> {
  const connection: PeerConnection = new library.PeerConnection('bridge', {
    iceServers: [],
    disableAutoNegotiation: true,
  });
  const source = randomInt(1, 0xffff_ff00);
  // Without a reference a track silently stops delivering.
  const tracks: Track[] = [];
  let isClosed = false;
  let reporting: NodeJS.Timeout | undefined;
  const send = (packet: Buffer) => {
    if (isClosed || !tracks[0]!.isOpen()) return;
    try {
      tracks[0]!.sendMessageBinary(packet);
    } catch {
      // It closed a moment ago, and says so itself.
    }
  };
  const close = () => {
    if (isClosed) return;
    // The library alone does not tell the other side.
    send(writeGoodbye(source));
    isClosed = true;
    clearInterval(reporting);
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
    for (let at = 0; at <= SLOTS; at += 1) {
      const audio = new library.Audio(String(at), at === 0 ? 'SendOnly' : 'RecvOnly');
      audio.addOpusCodec(PAYLOAD_TYPE);
      if (at === 0) audio.addSSRC(source, 'bridge', 'bridge', 'bridge');
      const track = connection.addTrack(audio);
      // A track without a listener keeps what arrives.
      track.onMessage((packet) => {
        // An error in a callback of the library ends the process, and every conversation with it.
        try {
          if (at === 0) return;
          const frame = frameOf(packet);
          if (frame !== null) onFrame(frame);
          else if (isGoodbye(packet)) end();
        } catch {
          end();
        }
      });
      tracks.push(track);
    }
    connection.onStateChange((state) => {
      if (state === 'connected') {
        reporting = setInterval(() => send(writeReport(source)), REPORT_MS);
        onUp();
      } else if (state === 'failed' || state === 'closed') end();
    });
    const offer = await gather(connection, 'offer', randomBytes(UFRAG_BYTES).toString('hex'));
    return {
      offer: offerLevel(offer),
      take(answer) {
        if (isClosed) return;
        try {
          connection.setRemoteDescription(answer, 'answer');
        } catch {
          end();
        }
      },
      send(bytes) {
        const frame = readSent(bytes);
        if (frame === null) return;
        const { sequence, timestamp, level, payload } = frame;
        const header = { payloadType: PAYLOAD_TYPE, sequence, timestamp, ssrc: source };
        send(writeRtp(header, { id: LEVEL_ID, level }, payload));
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
/** Returns what a packet of a room says to a page; null if it is no sound, or of nobody. */
function frameOf(packet: Buffer): Uint8Array | null {
  if (isRtcp(packet)) return null;
  const header = parseRtp(packet);
  const speaker = header === null ? null : readCsrc(packet);
  if (header === null || speaker === null || header.start === header.end) return null;
  const { sequence, timestamp, start, end } = header;
  return packHeard({ speaker, sequence, timestamp, payload: packet.subarray(start, end) });
}
