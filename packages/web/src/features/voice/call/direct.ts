import { VOICE } from '@respa/contract/limits';
import type { Loudspeaker } from './loudspeaker.ts';
import { connectToServer, type Answer } from './server-connection.ts';
import { judge, type Quality, type Transport, type TransportEvents } from './transport.ts';

/** Returns the number of the member whose voice a receiver plays now. */
const numberOf = (receiver: RTCRtpReceiver): number | undefined =>
  receiver.getContributingSources()[0]?.source;

/**
 * Connects with the server's port for voice: one stream to it, unless the member only listens, and as
 * many from it as people can be heard at once. `answer` hands the offer over. Throws `NoConnection` if the network lets nothing
 * through, and what `answer` throws.
 */
export async function openDirect(
  { relays, isListener }: { relays: RTCIceServer[]; isListener: boolean },
  answer: Answer,
  loudspeaker: Loudspeaker,
  { onLost }: TransportEvents,
): Promise<Transport> {
  let sending: RTCRtpTransceiver | undefined;
  let receivers: RTCRtpReceiver[] = [];
  const add = (made: RTCPeerConnection) => {
    if (!isListener) sending = made.addTransceiver('audio', { direction: 'sendonly' });
    receivers = Array.from(
      { length: VOICE.slots },
      () => made.addTransceiver('audio', { direction: 'recvonly' }).receiver,
    );
  };
  const { connection, close } = await connectToServer(relays, add, answer, onLost);
  for (const receiver of receivers) loudspeaker.add(receiver.track, () => numberOf(receiver));
  const readQuality = measureQuality(connection);
  return {
    path: 'direct',
    send: async (track) => sending?.sender.replaceTrack(track),
    readQuality,
    close,
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
    return judge(roundTrip, all === 0 ? 0 : lost / all);
  };
}
