import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/** A short mp4 without a picture worth seeing; or one that says of itself that it is larger or longer than any. */
export async function video({ width = 640, height = 360, seconds = 1 } = {}): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source, { frameRate: 10 });
  await output.start();
  const meta = {
    decoderConfig: { codec: 'vp09.00.10.08', codedWidth: width, codedHeight: height },
  };
  for (let frame = 0; frame < 10; frame += 1)
    await source.add(
      new EncodedPacket(
        Buffer.alloc(200, 130),
        frame === 0 ? 'key' : 'delta',
        (frame * seconds) / 10,
        seconds / 10,
      ),
      meta,
    );
  await output.finalize();
  return new Blob([target.buffer!]);
}
/** An mp3 of 2.6 seconds, or longer: MPEG-1 layer III, 128 kbit/s, 44.1 kHz, 417 bytes and 26 ms a frame. */
export function voice(seconds = 2.6): Blob {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return new Blob(Array.from({ length: Math.round((seconds * 44_100) / 1_152) }, () => frame));
}

const H264_BOX = Buffer.from([
  1, 0x64, 0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x64, 0, 0x1e, 1, 0, 4, 0x68, 0xee, 0x3c, 0x80,
]);
/** An mp4 of H.264 by its boxes, that every browser would play if there were a picture in it. */
export async function playableVideo(seconds = 20): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: 10 });
  await output.start();
  const meta = {
    decoderConfig: {
      codec: 'avc1.64001e',
      codedWidth: 640,
      codedHeight: 360,
      description: H264_BOX,
    },
  };
  for (let frame = 0; frame < seconds * 10; frame += 1)
    await source.add(
      new EncodedPacket(Buffer.alloc(200, 130), frame === 0 ? 'key' : 'delta', frame / 10, 0.1),
      meta,
    );
  await output.finalize();
  return new Blob([target.buffer!]);
}
