import { deflateSync, crc32 } from 'node:zlib';
import { picture } from '../pictures.ts';
import { film } from '../films.ts';

const SCRIPT = '<script>console.log("CANARY")</script>';
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
/** A few hundred kilobytes that would be 900 million pixels: one bit each, all black. */
function pixelBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
/** Files that are not what they say, by what they are; `tail` marks those that may be taken if what is behind the picture is left behind. */
export async function badFiles(): Promise<{ idea: string; file: File; tail?: true }[]> {
  const [jpeg, png, mp4] = await Promise.all([picture('jpeg').then(bytesOf), picture('png').then(bytesOf), film().then(bytesOf)]);
  const named = (idea: string, bytes: string | Buffer, name: string, type = 'image/jpeg') => ({ idea, file: new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name, { type }) });
  return [
    named('HTML named as a photo', `<!doctype html>${SCRIPT}`, 'photo.jpg'),
    named('SVG', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`, 'photo.svg', 'image/svg+xml'),
    named('a GIF head before a script', `GIF89a/*${SCRIPT}*/=1;`, 'photo.gif', 'image/gif'),
    named('a JPEG cut in the middle', half(jpeg), 'photo.jpg'), named('a PNG cut in the middle', half(png), 'photo.png', 'image/png'), named('an mp4 cut in the middle', half(mp4), 'film.mp4', 'video/mp4'),
    named('nothing', '', 'photo.jpg'),
    named('30,000 × 30,000 pixels', pixelBomb(30_000), 'photo.png', 'image/png'),
    named('a playlist named as a film', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n', 'film.mp4', 'video/mp4'),
    { ...named('a photo with a page behind it', Buffer.concat([jpeg, Buffer.from(`<html>${SCRIPT}`)]), 'photo.jpg'), tail: true as const },
  ];
}
