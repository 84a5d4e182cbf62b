import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/**
 * Returns a short MP4 without visible content; or one whose header claims that it is larger or
 * longer than allowed.
 */
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
/**
 * Returns an MP3 of 2.6 seconds, or longer: MPEG-1 layer III, 128 kbit/s, 44.1 kHz, 417 bytes and
 * 26 ms a frame.
 */
export function voice(seconds = 2.6): Blob {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return new Blob(Array.from({ length: Math.round((seconds * 44_100) / 1_152) }, () => frame));
}

const H264_BOX = Buffer.from([
  1, 0x64, 0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x64, 0, 0x1e, 1, 0, 4, 0x68, 0xee, 0x3c, 0x80,
]);
/** Returns an MP4 whose boxes say H.264; every browser would play it if it contained a picture. */
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
