import { VOICE } from '@respa/contract/limits';
import type { Loudspeaker } from './loudspeaker.ts';
import type { Quality, Transport, TransportEvents } from './transport.ts';

/** A connection that is not up by then goes another way, in ms. */
const CONNECT_MS = 5_000;
/** A break of the network may end by itself; after this it is a lost connection, in ms. */
const BREAK_MS = 4_000;
/** Round trip in seconds and the share of lost packets from which the sound suffers. */
const FAIR = { roundTrip: 0.2, loss: 0.02 };
const BAD = { roundTrip: 0.5, loss: 0.08 };
export class NoConnection extends Error {}

/** Returns the number of the member whose voice a receiver plays now. */
const numberOf = (receiver: RTCRtpReceiver): number | undefined =>
  receiver.getContributingSources()[0]?.source;

/**
 * Connects with the server's port for voice: one stream to it, and as many from it as people can be
 * heard at once. `answer` hands the offer over. Throws `NoConnection` if the network lets nothing
 * through, and what `answer` throws.
 */
export async function openDirect(
  iceServers: RTCIceServer[],
  answer: (sdp: string) => Promise<string>,
  loudspeaker: Loudspeaker,
  { onLost }: TransportEvents,
): Promise<Transport> {
  const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle', iceServers });
  const sending = connection.addTransceiver('audio', { direction: 'sendonly' });
  const receivers = Array.from(
    { length: VOICE.slots },
    () => connection.addTransceiver('audio', { direction: 'recvonly' }).receiver,
  );
  try {
    await connection.setLocalDescription();
    const sdp = await answer(connection.localDescription!.sdp);
    const up = waitUntilUp(connection);
    await connection.setRemoteDescription({ type: 'answer', sdp });
    await up;
  } catch (error) {
    connection.close();
    throw error;
  }
  for (const receiver of receivers) loudspeaker.add(receiver.track, () => numberOf(receiver));
  const stopWatching = watch(connection, onLost);
  const readQuality = measureQuality(connection);
  return {
    path: 'direct',
    send: (track) => sending.sender.replaceTrack(track),
    readQuality,
    close() {
      stopWatching();
      connection.close();
    },
  };
}

/** Resolves when a connection is up. Throws `NoConnection`. */
export function waitUntilUp(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (run: () => void) => {
      clearTimeout(timer);
      connection.removeEventListener('connectionstatechange', look);
      run();
    };
    const look = () => {
      if (connection.connectionState === 'connected') end(resolve);
      if (connection.connectionState === 'failed') end(() => reject(new NoConnection()));
    };
    const timer = setTimeout(() => end(() => reject(new NoConnection())), CONNECT_MS);
    connection.addEventListener('connectionstatechange', look);
  });
}
/** Watches for the loss of a connection that is up. Returns what stops it. */
export function watch(connection: RTCPeerConnection, onLost: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const state = connection.connectionState;
    if (state === 'failed' || state === 'closed') onLost();
    else if (state === 'disconnected') timer = setTimeout(onLost, BREAK_MS);
  };
  connection.addEventListener('connectionstatechange', look);
  return () => {
    clearTimeout(timer);
    connection.removeEventListener('connectionstatechange', look);
  };
}
function measureQuality(connection: RTCPeerConnection): () => Promise<Quality | null> {
  let before = { received: 0, lost: 0 };
  return async () => {
    const now = { received: 0, lost: 0 };
    let roundTrip: number | undefined;
    for (const report of (await connection.getStats()).values() as Iterable<
      RTCInboundRtpStreamStats & RTCIceCandidatePairStats
    >) {
      if (report.type === 'inbound-rtp') {
        now.received += report.packetsReceived ?? 0;
        now.lost += Math.max(0, report.packetsLost ?? 0);
      } else if (report.type === 'candidate-pair' && report.nominated)
        roundTrip = report.currentRoundTripTime ?? roundTrip;
    }
    const lost = Math.max(0, now.lost - before.lost);
    const all = lost + Math.max(0, now.received - before.received);
    before = now;
    if (roundTrip === undefined) return null;
    const loss = all === 0 ? 0 : lost / all;
    const isWorse = (limit: typeof FAIR) => roundTrip > limit.roundTrip || loss > limit.loss;
    return isWorse(BAD) ? 'bad' : isWorse(FAIR) ? 'fair' : 'good';
  };
}
