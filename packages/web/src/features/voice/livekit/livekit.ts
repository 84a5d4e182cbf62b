// Voice through a LiveKit server. Loaded only where the site uses one, with the first call.
import {
  ConnectionQuality,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
  type Participant,
  type RemoteTrackPublication,
} from 'livekit-client';
import type { Loudspeaker } from '../call/loudspeaker.ts';
import {
  NoConnection,
  type Quality,
  type Transport,
  type TransportEvents,
} from '../call/transport.ts';
import { openScreens } from './livekit-screens.ts';
import { publishMicrophone } from './own-microphone.ts';

/** How long the connection may take, in ms. */
const CONNECT_MS = 10_000;
/** The site also says why a connection ends, by another way; that may come a moment later, in ms. */
const REASON_MS = 1_000;
const QUALITIES: Partial<Record<ConnectionQuality, Quality>> = {
  [ConnectionQuality.Excellent]: 'good',
  [ConnectionQuality.Good]: 'good',
  [ConnectionQuality.Poor]: 'fair',
  [ConnectionQuality.Lost]: 'bad',
};

/** Returns the number of a member in the voice room: the names there begin with it. */
export const numberOf = ({ identity }: Pick<Participant, 'identity'>): number => parseInt(identity);

/** Connects with a LiveKit server by a pass of the site. Throws `NoConnection`. */
export async function openLiveKit(
  { url, token }: { url: string; token: string },
  loudspeaker: Loudspeaker,
  { onLost, onSpeaking }: TransportEvents,
): Promise<Transport> {
  // Its lines name the token.
  setLogLevel('silent');
  const room = new Room({ stopLocalTrackOnUnpublish: false, disconnectOnPageLeave: false });
  const silenced = new Map<string, () => void>();
  const want = (publication: RemoteTrackPublication) => {
    if (publication.source === Track.Source.Microphone) publication.setSubscribed(true);
  };
  room
    .on(RoomEvent.TrackPublished, want)
    .on(RoomEvent.TrackSubscribed, ({ mediaStreamTrack, sid = '' }, { source }, participant) => {
      if (source !== Track.Source.Microphone) return;
      silenced.set(
        sid,
        loudspeaker.add(mediaStreamTrack, () => numberOf(participant)),
      );
    })
    .on(RoomEvent.TrackUnsubscribed, ({ sid = '' }) => {
      silenced.get(sid)?.();
      silenced.delete(sid);
    })
    .on(RoomEvent.ActiveSpeakersChanged, (speakers) => onSpeaking?.(speakers.map(numberOf)));
  const microphone = publishMicrophone(room);
  let isOver = false;
  const close = () => {
    isOver = true;
    for (const silence of silenced.values()) silence();
    void room.disconnect(false);
  };
  try {
    await room.connect(url, token, {
      autoSubscribe: false,
      maxRetries: 0,
      websocketTimeout: CONNECT_MS,
      peerConnectionTimeout: CONNECT_MS,
    });
  } catch (error) {
    close();
    throw new NoConnection('LiveKit', { cause: error });
  }
  room.on(RoomEvent.Disconnected, () => {
    if (!isOver) setTimeout(onLost, REASON_MS);
  });
  for (const { trackPublications } of room.remoteParticipants.values())
    for (const publication of trackPublications.values())
      want(publication as RemoteTrackPublication);
  return {
    path: 'direct',
    send: microphone.send,
    readQuality: async () => QUALITIES[room.localParticipant.connectionQuality] ?? null,
    close,
    screens: openScreens(room),
  };
}
