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
  /** Takes what the server says of the room. */
  adopt(room: VoiceRoomState): void;
};
const isSiteKnown = (): boolean => 'AudioEncoder' in window && 'AudioDecoder' in window;

/**
 * Connects a call: directly, or through the site where the network lets nothing else through. Then the
 * call stays there. Throws `NoConnection` if neither works now, and `ApiError` if it never will.
 */
export async function openTransport(
  entering: Entering,
  events: TransportEvents,
): Promise<Transport> {
  const { opened, now, relays, adopt } = entering;
  const { roomId, clientId } = now;
  const { signal } = opened.stop;
  if (!opened.isThroughSite) {
    const answer = async (sdp: string) => {
      const body = { sdp, clientId, isCalling: opened.isCalling, ...readOwn(readCall() ?? now) };
      const joined = await call(voice.join, { params: { roomId }, body, signal });
      adopt(joined.room);
      return joined.sdp;
    };
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
