// The way of a voice room through the site's own connection: a WebSocket for networks that let
// nothing else through. The page says who it is, learns that it is in, and then both send frames of
// Opus.

/**
 * Bytes of one message; frames of a page that are taken in a second (Opus sends 50), and how many
 * end the connection; bytes that may wait for a slow page; connections of a server, of one address,
 * and those of it that have not said who they are; and how long that may take, in ms.
 */
export const VOICE_SITE = {
  messageBytes: 1_400,
  framesPerSecond: 100,
  floodPerSecond: 1_000,
  waitingBytes: 64 * 1024,
  connections: 1_000,
  perAddress: 100,
  unnamedPerAddress: 10,
  greetingMs: 5_000,
} as const;
/** Why the server closes the connection (RFC 6455; 4000 and above are the product's own). */
export const VOICE_SITE_CODES = {
  /** The server stops. */
  away: 1001,
  /** What the page sends is no greeting, or too much. */
  abuse: 1008,
  /** The member is no longer in the room, or the connection behind it is lost. */
  ended: 4000,
  /** Before it, the error is sent as a message. */
  refused: 4001,
} as const;
/**
 * What a page sends while it lives, and what it gets back at once: the time between is the round
 * trip.
 */
export const [VOICE_SITE_PING, VOICE_SITE_PONG] = ['ping', 'pong'] as const;

/** The path below /api of the connection to a voice room. */
export const voiceSitePath = (roomId: string): string => `/voice/${roomId}/site`;
/** A frame of a page: 20 ms of Opus. */
export type SentFrame = {
  /** Grows by one with each frame, 16 bits. */
  sequence: number;
  /** In samples at 48 kHz, 32 bits. */
  timestamp: number;
  /** How far below the loudest possible sound, in decibels: 0 to 127 (RFC 6464). */
  level: number;
  payload: Uint8Array;
};
/** A frame for a page. The speaker is the number of a member. */
export type HeardFrame = Omit<SentFrame, 'level'> & { speaker: number };

const [SENT_BYTES, HEARD_BYTES] = [7, 10];
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Writes a frame of a page. */
export function packSent({
  sequence,
  timestamp,
  level,
  payload,
}: SentFrame): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(SENT_BYTES + payload.length);
  const view = viewOf(bytes);
  view.setUint16(0, sequence);
  view.setUint32(2, timestamp);
  view.setUint8(6, level);
  bytes.set(payload, SENT_BYTES);
  return bytes;
}
/** Reads a frame of a page; null if it has no sound or its level is none. */
export function readSent(bytes: Uint8Array): SentFrame | null {
  if (bytes.length <= SENT_BYTES) return null;
  const view = viewOf(bytes);
  const level = view.getUint8(6);
  if (level > 127) return null;
  return {
    sequence: view.getUint16(0),
    timestamp: view.getUint32(2),
    level,
    payload: bytes.subarray(SENT_BYTES),
  };
}
/** Writes a frame for a page. */
export function packHeard({ speaker, sequence, timestamp, payload }: HeardFrame): Uint8Array {
  const bytes = new Uint8Array(HEARD_BYTES + payload.length);
  const view = viewOf(bytes);
  view.setUint32(0, speaker);
  view.setUint16(4, sequence);
  view.setUint32(6, timestamp);
  bytes.set(payload, HEARD_BYTES);
  return bytes;
}
/** Reads a frame for a page; null if it has no sound. */
export function readHeard(bytes: Uint8Array): HeardFrame | null {
  if (bytes.length <= HEARD_BYTES) return null;
  const view = viewOf(bytes);
  return {
    speaker: view.getUint32(0),
    sequence: view.getUint16(4),
    timestamp: view.getUint32(6),
    payload: bytes.subarray(HEARD_BYTES),
  };
}
