import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patient } from '../patience.ts';

/** Returns a mail with its base64 and quoted-printable parts decoded. */
const decode = (mail: string): string =>
  mail
    .split(/\r?\n\r?\n/)
    .map((part) =>
      /^[A-Za-z0-9+/=\r\n]+$/.test(part.trim())
        ? Buffer.from(part, 'base64').toString()
        : part
            .replace(/=\r?\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
    )
    .join('\n');

/** Waits for a mail to an address, and returns its newest link of a kind. */
export async function waitForLink(
  mails: string,
  { to, kind, url }: { to: string; kind: string; url: string },
): Promise<string> {
  const pattern = new RegExp(`${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/${kind}/[\\w/-]+`);
  const ends = Date.now() + patient(15_000);
  for (;;) {
    for (const name of readdirSync(mails)
      .filter((file) => file.endsWith('.eml'))
      .sort()
      .reverse()) {
      const mail = readFileSync(join(mails, name), 'utf8');
      const link = mail.includes(`To: ${to}`) ? pattern.exec(decode(mail)) : null;
      if (link) return link[0];
    }
    if (Date.now() > ends) throw new Error(`no ${kind} mail for ${to}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
