import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

/** Returns a minimal video, of which only the container matters. */
export async function containerOf(
  options: {
    width?: number;
    height?: number;
    seconds?: number;
    webm?: boolean;
    rotation?: 90;
  } = {},
): Promise<Buffer> {
  const { width = 640, height = 360, seconds = 2, webm = false } = options;
  const target = new BufferTarget();
  const output = new Output({
    format: webm ? new WebMOutputFormat() : new Mp4OutputFormat(),
    target,
  });
  const source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source, {
    frameRate: 10,
    ...(options.rotation === undefined ? {} : { rotation: options.rotation }),
  });
  output.setMetadataTags({ title: 'CANARY-TITLE', comment: 'CANARY-PLACE 58.04 38.85' });
  await output.start();
  const meta = {
    decoderConfig: { codec: 'vp09.00.10.08', codedWidth: width, codedHeight: height },
  };
  for (let i = 0; i < seconds * 10; i += 1)
    await source.add(
      new EncodedPacket(Buffer.alloc(200, 130), i === 0 ? 'key' : 'delta', i / 10, 0.1),
      meta,
    );
  await output.finalize();
  return Buffer.from(target.buffer!);
}
/** Returns a box of an MP4 file. */
export const mp4Box = (type: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  const body = Buffer.concat(content);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
