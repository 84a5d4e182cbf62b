import {
  readHeard,
  VOICE_SITE_PING,
  VOICE_SITE_PONG,
  voiceSitePath,
} from '@respa/contract/voice-site';
import type { VoiceSiteEntry, VoiceSiteGreeting } from '@respa/contract/voice-site-messages';
import type { ErrorBody } from '@respa/contract/app-errors';
import { ApiError } from '#lib/network/call.ts';
import type { Loudspeaker } from '../call/loudspeaker.ts';
import { judge, NoConnection, type Transport, type TransportEvents } from '../call/transport.ts';
import { openSpeaking } from './speaking.ts';
import { openVoices } from './voices.ts';

/** How long the way into the room may take, in ms. */
const ENTER_MS = 10_000;
/** How often the round trip is measured, and a connection that answers nothing for so long is lost, in ms. */
const [PING_MS, SILENCE_MS] = [3_000, 10_000];
/** Bytes that wait to be sent, about a second: what comes later would be heard too late. */
const MAX_WAITING = 6_000;
/** The server also says why it ends a connection, by another way; that may come a moment later, in ms. */
const REASON_MS = 1_000;

type Place = VoiceSiteGreeting & { roomId: string };
type Refusal = ErrorBody & { status: number };
type Answer = VoiceSiteEntry | Refusal;
const isRefusal = (answer: Answer): answer is Refusal => 'status' in answer;

/**
 * Connects through the site itself: slower, but wherever the site is reached. `adopt` learns who is in
 * the room. Throws `NoConnection` if the network breaks, and `ApiError` if the server refuses.
 */
export async function openSite(
  { roomId, ...greeting }: Place,
  loudspeaker: Loudspeaker,
  { onLost }: TransportEvents,
  adopt: (entry: VoiceSiteEntry) => void,
): Promise<Transport> {
  const voices = await openVoices(loudspeaker).catch(() => {
    throw new NoConnection();
  });
  let socket: WebSocket;
  try {
    socket = await openSocket(roomId);
    adopt(await enter(socket, greeting));
  } catch (error) {
    voices.close();
    throw error;
  }
  const line = watch(socket);
  let isOver = false;
  let [sent, unsent] = [0, 0];
  const close = () => {
    if (isOver) return;
    isOver = true;
    line.stop();
    speaking.close();
    voices.close();
    socket.close();
  };
  const lose = () => {
    if (isOver) return;
    close();
    onLost();
  };
  const speaking = openSpeaking((frame) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > MAX_WAITING) unsent += 1;
    else {
      sent += 1;
      socket.send(frame);
    }
  }, lose);
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === 'string') return;
    const frame = readHeard(new Uint8Array(data));
    if (frame !== null) voices.play(frame);
  });
  line.onSilence(lose);
  socket.addEventListener('close', () => void setTimeout(lose, REASON_MS));
  return {
    path: 'site',
    send: speaking.send,
    async readQuality() {
      const { received, lost } = voices.count();
      const [all, missing] = [received + lost + sent + unsent, lost + unsent];
      [sent, unsent] = [0, 0];
      const roundTrip = line.roundTrip();
      return roundTrip === null ? null : judge(roundTrip, all === 0 ? 0 : missing / all);
    },
    close,
  };
}

/** Returns a connection that is open. Throws `NoConnection`. */
function openSocket(roomId: string): Promise<WebSocket> {
  const url = new URL(`/api${voiceSitePath(roomId)}`, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  return within(socket, (resolve) => {
    socket.addEventListener('open', () => resolve(socket));
  });
}
/** Says who comes. Returns the answer. Throws what the server refuses with, and `NoConnection`. */
async function enter(socket: WebSocket, greeting: VoiceSiteGreeting): Promise<VoiceSiteEntry> {
  socket.send(JSON.stringify(greeting));
  const answer = await within<Answer>(socket, (resolve) => {
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') resolve(JSON.parse(data) as Answer);
    });
  });
  if (isRefusal(answer)) throw new ApiError(answer.status, answer);
  return answer;
}
/** Waits for something of a connection. Throws `NoConnection` if it ends, or in time. */
function within<T>(socket: WebSocket, wait: (resolve: (found: T) => void) => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const fail = () => {
      socket.close();
      reject(new NoConnection());
    };
    const timer = setTimeout(fail, ENTER_MS);
    socket.addEventListener('close', fail);
    wait((found) => {
      clearTimeout(timer);
      socket.removeEventListener('close', fail);
      resolve(found);
    });
  });
}
/** Measures the round trip of a connection, and notices when nothing comes any more. */
function watch(socket: WebSocket) {
  let sentMs = performance.now();
  let answeredMs = sentMs;
  let roundTrip: number | null = null;
  let onSilence = () => {};
  const ping = () => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (performance.now() - answeredMs > SILENCE_MS) return onSilence();
    // The next question waits for the answer.
    if (sentMs > answeredMs) return;
    sentMs = performance.now();
    socket.send(VOICE_SITE_PING);
  };
  socket.addEventListener('message', ({ data }) => {
    if (data !== VOICE_SITE_PONG) return;
    answeredMs = performance.now();
    roundTrip = (answeredMs - sentMs) / 1_000;
  });
  const timer = setInterval(ping, PING_MS);
  ping();
  return {
    /** In seconds; null before the first answer. */
    roundTrip: () => roundTrip,
    onSilence(listener: () => void) {
      onSilence = listener;
    },
    stop: () => clearInterval(timer),
  };
}
