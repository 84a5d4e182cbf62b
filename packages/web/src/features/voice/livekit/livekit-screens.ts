import {
  RoomEvent,
  Track,
  type LocalTrackPublication,
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
} from 'livekit-client';
import { NoConnection, type Screens } from '../call/transport.ts';

/** How long the server may take to allow a screen, or to send one, in ms. */
const WAIT_MS = 8_000;
const SOURCES: readonly Track.Source[] = [Track.Source.ScreenShare, Track.Source.ScreenShareAudio];

/** Shows and receives screens in a room. */
export const openScreens = (room: Room): Screens => ({
  async publish(stream, { maxBits, frames }, onLost) {
    const me = room.localParticipant;
    const shown: LocalTrackPublication[] = [];
    let isOver = false;
    const lose = (publication: LocalTrackPublication) => {
      if (!isOver && shown.includes(publication)) onLost();
    };
    const close = () => {
      isOver = true;
      room.off(RoomEvent.LocalTrackUnpublished, lose);
      for (const { track } of shown) if (track !== undefined) void me.unpublishTrack(track, false);
    };
    try {
      await untilAllowed(room);
      for (const track of stream.getTracks())
        shown.push(
          await me.publishTrack(
            track,
            track.kind === 'video'
              ? {
                  source: Track.Source.ScreenShare,
                  simulcast: false,
                  videoCodec: 'vp8',
                  screenShareEncoding: { maxBitrate: maxBits, maxFramerate: frames },
                }
              : {
                  source: Track.Source.ScreenShareAudio,
                  dtx: false,
                  red: false,
                  audioPreset: { maxBitrate: 96_000 },
                },
          ),
        );
    } catch (error) {
      close();
      throw new NoConnection('LiveKit', { cause: error });
    }
    room.on(RoomEvent.LocalTrackUnpublished, lose);
    return close;
  },
  async watch(onLost) {
    const stream = new MediaStream();
    let isOver = false;
    const isScreen = ({ source }: { source: Track.Source }) => SOURCES.includes(source);
    const want = (publication: RemoteTrackPublication) => {
      if (!isOver && isScreen(publication)) publication.setSubscribed(true);
    };
    const all = () =>
      [...room.remoteParticipants.values()].flatMap(
        ({ trackPublications }: RemoteParticipant) =>
          [...trackPublications.values()] as RemoteTrackPublication[],
      );
    const add = ({ mediaStreamTrack }: RemoteTrack, publication: RemoteTrackPublication) => {
      if (isScreen(publication)) stream.addTrack(mediaStreamTrack);
    };
    const drop = ({ mediaStreamTrack }: RemoteTrack, { source }: RemoteTrackPublication) => {
      stream.removeTrack(mediaStreamTrack);
      if (source === Track.Source.ScreenShare && !isOver) onLost();
    };
    room
      .on(RoomEvent.TrackPublished, want)
      .on(RoomEvent.TrackSubscribed, add)
      .on(RoomEvent.TrackUnsubscribed, drop);
    const close = () => {
      isOver = true;
      room
        .off(RoomEvent.TrackPublished, want)
        .off(RoomEvent.TrackSubscribed, add)
        .off(RoomEvent.TrackUnsubscribed, drop);
      for (const one of all()) if (isScreen(one)) one.setSubscribed(false);
    };
    all().forEach(want);
    try {
      await until(room, [RoomEvent.TrackSubscribed], () => stream.getVideoTracks().length > 0);
    } catch (error) {
      close();
      throw error;
    }
    return { stream, close };
  },
});

const untilAllowed = (room: Room): Promise<void> =>
  until(room, [RoomEvent.ParticipantPermissionsChanged], () => {
    const { canPublish = false, canPublishSources = [] } = room.localParticipant.permissions ?? {};
    // The names of the protocol: 3 is a screen.
    return canPublish && canPublishSources.includes(3);
  });
/** Waits for events of a room that make something true. Throws `NoConnection` if it takes too long. */
function until(room: Room, events: readonly RoomEvent[], isTrue: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (run: () => void) => {
      clearTimeout(timer);
      for (const event of events) room.off(event as RoomEvent.Connected, look);
      run();
    };
    const look = () => {
      if (isTrue()) end(resolve);
    };
    const timer = setTimeout(() => end(() => reject(new NoConnection())), WAIT_MS);
    // Listeners of other parts of the page come first.
    for (const event of events) room.on(event as RoomEvent.Connected, look);
    look();
  });
}
