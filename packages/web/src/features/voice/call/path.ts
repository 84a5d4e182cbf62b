import * as voice from '@respa/contract/voice';
import type { VoiceRoomState } from '@respa/contract/voice';
import { ApiError, call } from '#lib/network/call.ts';
import { getSession } from '#lib/network/session.ts';
import { readCall, type Call } from './call-state.ts';
import { openDirect } from './direct.ts';
import { readOwn, type Line } from './line.ts';
import { NoConnection, type Transport, type TransportEvents } from './transport.ts';

type Entering = {
  opened: Line;
  now: Call;
  relays: RTCIceServer[];
  /** What forwards the sound. */
  engine: 'ours' | 'livekit';
  /** Takes what the server says of the room. */
  adopt(room: VoiceRoomState): void;
};
const isSiteKnown = (): boolean => 'AudioEncoder' in window && 'AudioDecoder' in window;

/**
 * Connects a call: to a LiveKit server, if the site uses one; otherwise directly, or through the site
 * where the network lets nothing else through. Then the call stays there. Throws `NoConnection` if neither works now, and `ApiError` if it never will.
 */
export async function openTransport(
  entering: Entering,
  events: TransportEvents,
): Promise<Transport> {
  const { opened, now, relays, engine, adopt } = entering;
  const { roomId, clientId } = now;
  const { signal } = opened.stop;
  const join = async (sdp: string) => {
    const { isCalling, isListener: isListening } = opened;
    const body = { sdp, clientId, isCalling, isListening, ...readOwn(readCall() ?? now) };
    const joined = await call(voice.join, { params: { roomId }, body, signal });
    adopt(joined.room);
    return joined;
  };
  if (engine === 'livekit') {
    const { openLiveKit } = await import('../livekit/livekit.ts').catch(() => {
      throw new NoConnection();
    });
    const { liveKit } = await join('');
    if (liveKit === null) throw new NoConnection();
    return openLiveKit(liveKit, opened.loudspeaker, events);
  }
  if (!opened.isThroughSite) {
    const answer = async (sdp: string) => (await join(sdp)).sdp;
    try {
      return await openDirect(
        { relays, isListener: opened.isListener },
        answer,
        opened.loudspeaker,
        events,
      );
    } catch (error) {
      if (!(error instanceof NoConnection) || signal.aborted) throw error;
      if (!isSiteKnown()) throw now.status === 'joining' ? tooOld() : error;
    }
  }
  try {
    const transport = await openThroughSite(entering, events);
    opened.isThroughSite = true;
    return transport;
  } catch (error) {
    opened.isThroughSite = false;
    throw error;
  }
}
async function openThroughSite(
  { opened, now, adopt }: Entering,
  events: TransportEvents,
): Promise<Transport> {
  const { openSite } = await import('../site/site.ts').catch(() => {
    throw new NoConnection();
  });
  const { roomId, clientId } = now;
  const token = getSession()?.token ?? '';
  const own = readOwn(readCall() ?? now);
  const place = { roomId, clientId, token, isCalling: opened.isCalling, ...own };
  return openSite(place, opened.loudspeaker, events, ({ room }) => adopt(room));
}
const tooOld = () =>
  new ApiError(0, {
    error:
      'Эта сеть не пропускает голос, а браузер не умеет передавать его через сайт. Обновите браузер или смените сеть.',
  });
