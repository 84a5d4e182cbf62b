import { opened } from './voice-client.ts';
import library, { type PeerConnection, type Track } from 'node-datachannel';

/** The source of the video that a client sends. */
export const CLIENT_SOURCE = 4_000;

/** What a browser offers to show a screen or to see one, made by the library. */
export async function makeScreenClient(
  direction: 'SendOnly' | 'RecvOnly',
  ask: (offer: string) => Promise<string>,
) {
  const connection: PeerConnection = new library.PeerConnection('screen client', {
    iceServers: [],
    disableAutoNegotiation: true,
  });
  const received: Buffer[] = [];
  const video = new library.Video('0', direction);
  video.addVP8Codec(96);
  const audio = new library.Audio('1', direction);
  audio.addOpusCodec(111);
  if (direction === 'SendOnly') {
    video.addSSRC(CLIENT_SOURCE, 'client', 'client', 'video');
    audio.addSSRC(CLIENT_SOURCE + 1, 'client', 'client', 'audio');
  }
  const tracks: Track[] = [connection.addTrack(video), connection.addTrack(audio)];
  for (const track of tracks) track.onMessage((packet) => void received.push(Buffer.from(packet)));
  const gathered = new Promise<void>((done) => {
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') done();
    });
  });
  connection.setLocalDescription('offer');
  await gathered;
  const close = () => {
    for (const track of tracks) track.close();
    connection.close();
  };
  const up = Promise.all(
    tracks.map(
      (track) =>
        new Promise<void>((done) => {
          track.onOpen(done);
        }),
    ),
  );
  try {
    const answer = await ask(connection.localDescription()!.sdp);
    connection.setRemoteDescription(answer, 'answer');
    await up;
    await opened(tracks[0]!);
    return {
      answer,
      received,
      close,
      send(packet: Buffer) {
        // A closed connection drops what is sent, as a browser does.
        if (tracks[0]!.isOpen()) tracks[0]!.sendMessageBinary(packet);
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
export type ScreenClient = Awaited<ReturnType<typeof makeScreenClient>>;
/** Returns a packet of VP8 with the given number and payload. */
export function videoPacket(sequence: number, payload: string, ssrc = CLIENT_SOURCE): Buffer {
  const packet = Buffer.alloc(12);
  packet[0] = 0x80;
  packet[1] = 96;
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE(sequence * 3_000, 4);
  packet.writeUInt32BE(ssrc, 8);
  return Buffer.concat([packet, Buffer.from(payload)]);
}
