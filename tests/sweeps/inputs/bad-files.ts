import { deflateSync, crc32 } from 'node:zlib';
import { makeZip } from '../../support/files/apk-maker.ts';
import { video } from '../../support/files/videos.ts';
import { makePdf } from '../../support/files/pdf.ts';
import { picture } from '../../support/files/pictures.ts';

const CALL = 'console.log("CANARY")';
const SCRIPT = `<script>${CALL}</script>`;
const MB = 1024 * 1024;
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
/** Returns a PNG of a few hundred kilobytes with 900 million pixels: one bit each, all black. */
function pixelBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
/**
 * Returns a GIF of a hundred kilobytes with the given number of frames: two colours, one pixel, a
 * tenth of a second each.
 */
function frameBomb(frames: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([
    head,
    Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}
/** Returns a document of a few hundred kilobytes whose text has the given number of megabytes. */
const documentBomb = (megabytes: number): Buffer =>
  makeZip([
    ['[Content_Types].xml', Buffer.from('<Types/>')],
    [
      'word/document.xml',
      Buffer.concat([
        Buffer.from('<w:document><w:p><w:r><w:t>'),
        Buffer.alloc(megabytes * MB, 'ы'),
        Buffer.from('</w:t></w:r></w:p></w:document>'),
      ]),
    ],
  ]);
/** Returns nested archives, each a hundred times the size of its container. */
function nestedZip(depth: number): Buffer {
  let inner: readonly [string, Buffer] = ['0.txt', Buffer.alloc(16 * MB)];
  for (let level = 1; level <= depth; level += 1) {
    const packed = makeZip([inner]);
    inner = [`${level}.zip`, Buffer.concat(Array.from({ length: 10 }, () => packed))];
  }
  return makeZip([inner, ['AndroidManifest.xml', inner[1]], ['word/document.xml', inner[1]]]);
}
const MHT = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<html>${SCRIPT}</html>\r\n--x--\r\n`;
const XHTML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>${SCRIPT}</body></html>`;
const XML = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#x"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>${CALL}</h:script>&e;</x>`;

/** `tail`: may be accepted if the data behind the picture is removed. */
export type BadFile = { idea: string; file: File; tail?: true };
/**
 * Returns files that are not what they claim, or larger than they look, with their descriptions.
 */
export async function badFiles(): Promise<BadFile[]> {
  const [jpeg, png, mp4, wide, long] = await Promise.all(
    [
      picture('jpeg'),
      picture('png'),
      video(),
      video({ width: 16_000, height: 16_000 }),
      video({ seconds: 46_000 }),
    ].map(async (made) => bytesOf(await made)),
  );
  const named = (idea: string, bytes: string | Buffer, name: string, type = 'image/jpeg') => ({
    idea,
    file: new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name, { type }),
  });
  return [
    named('HTML named as a photo', `<!doctype html>${SCRIPT}`, 'photo.jpg'),
    named(
      'SVG',
      `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
      'photo.svg',
      'image/svg+xml',
    ),
    named(
      'SVG named as a photo',
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload='${CALL}'/>`,
      'photo.png',
      'image/png',
    ),
    named('a GIF head before a script', `GIF89a/*${SCRIPT}*/=1;`, 'photo.gif', 'image/gif'),
    named('XHTML', XHTML, 'photo.xhtml', 'application/xhtml+xml'),
    named('XML that asks for a file', XML, 'photo.xml', 'text/xml'),
    named('a page with all that is in it', MHT, 'photo.mht', 'multipart/related'),
    named(
      'a PDF with a script',
      makePdf(1, CALL.replaceAll('"', "'")),
      'photo.pdf',
      'application/pdf',
    ),
    named('a page that begins as a PDF', `%PDF-1.7\n${SCRIPT}`, 'photo.html', 'text/html'),
    named(
      'a PDF that a photo ends with',
      Buffer.concat([half(jpeg!), makePdf(1, CALL.replaceAll('"', "'"))]),
      'photo.jpg',
    ),
    named('a JPEG cut in the middle', half(jpeg!), 'photo.jpg'),
    named('a PNG cut in the middle', half(png!), 'photo.png', 'image/png'),
    named('an mp4 cut in the middle', half(mp4!), 'film.mp4', 'video/mp4'),
    named('nothing', '', 'photo.jpg'),
    named('30,000 × 30,000 pixels', pixelBomb(30_000), 'photo.png', 'image/png'),
    named('a GIF of 5,000 frames', frameBomb(5_000), 'photo.gif', 'image/gif'),
    named(
      'a document of 40 MB',
      documentBomb(40),
      'letter.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ),
    named(
      'archives in archives',
      nestedZip(3),
      'game.apk',
      'application/vnd.android.package-archive',
    ),
    named('a film of 16,000 × 16,000 pixels', wide!, 'film.mp4', 'video/mp4'),
    named('a film of thirteen hours', long!, 'film.mp4', 'video/mp4'),
    named(
      'a playlist named as a film',
      '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n',
      'film.mp4',
      'video/mp4',
    ),
    {
      ...named(
        'a photo with a page behind it',
        Buffer.concat([jpeg!, Buffer.from(`<html>${SCRIPT}`)]),
        'photo.jpg',
      ),
      tail: true as const,
    },
  ];
}
