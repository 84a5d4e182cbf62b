import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from './driver.ts';

/** Decodes quoted-printable. */
const readable = (part: string) =>
  part
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    );
/** Returns the emails in the outbox to an address that contain the given words, decoded. */
export async function mailsTo(app: TestApp, address: string, words: string): Promise<string[]> {
  const outbox = join(app.dataDir, 'outbox');
  const whole = await Promise.all(
    (await readdir(outbox))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFile(join(outbox, name), 'utf8')),
  );
  const decoded = whole
    .filter((mail) => mail.includes(`To: ${address}`))
    .map((mail) =>
      mail
        .split(/\r?\n\r?\n/)
        .map((part) =>
          /^[A-Za-z0-9+/=\r\n]+$/.test(part.trim())
            ? Buffer.from(part, 'base64').toString()
            : readable(part),
        )
        .join('\n'),
    );
  return decoded.filter((mail) => mail.includes(words));
}
