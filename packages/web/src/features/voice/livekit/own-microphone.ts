import { RoomEvent, Track, type LocalTrack, type Room } from 'livekit-client';

/**
 * Publishes a microphone in a room: one change after the other, and again when the server allows again
 * what it had forbidden.
 */
export function publishMicrophone(room: Room): {
  send(track: MediaStreamTrack | null): Promise<void>;
} {
  let wanted: MediaStreamTrack | null = null;
  let published: LocalTrack | undefined;
  let changing = Promise.resolve();
  async function change(): Promise<void> {
    const track = wanted;
    const me = room.localParticipant;
    if (track === null) {
      const former = published;
      published = undefined;
      if (former !== undefined) await me.unpublishTrack(former, false);
    } else if (published !== undefined) {
      if (published.mediaStreamTrack !== track) await published.replaceTrack(track, true);
    } else {
      const { track: made } = await me.publishTrack(track, {
        source: Track.Source.Microphone,
        dtx: true,
        red: false,
        stopMicTrackOnMute: false,
      });
      published = made;
    }
  }
  // Who is muted for all may publish nothing now.
  const next = () => (changing = changing.then(change).catch(() => {}));
  room
    .on(RoomEvent.LocalTrackUnpublished, ({ track }) => {
      if (track === published) published = undefined;
    })
    .on(RoomEvent.ParticipantPermissionsChanged, (_, participant) => {
      if (participant === room.localParticipant && wanted !== null) void next();
    });
  return {
    send(track) {
      wanted = track;
      return next();
    },
  };
}
