import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { AppContext } from './app-context.ts';
import { newId } from './ids.ts';
import type { Tx } from '#platform/database/db.ts';

export type Mail = {
  to: string;
  subject: string;
  lines: string[];
  link?: { url: string; name: string };
};

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Queues an email in the transaction that causes it; it is sent after the commit, with retries. */
export async function queueMail(context: AppContext, tx: Tx, mail: Mail): Promise<void> {
  const { to, subject, lines, link } = mail;
  const text = [...lines, ...(link ? ['', `${link.name}: ${link.url}`] : []), '', '— Респа'].join(
    '\n',
  );
  const html = `<!doctype html><html lang="ru"><body style="margin:0;padding:24px;background:#f1f3ee;font:16px/1.5 system-ui,sans-serif;color:#171a14">
<div style="max-width:520px;margin:0 auto;background:#fff;border-radius:16px;padding:28px">
<p style="margin:0 0 16px;font-weight:700;font-size:20px">респа</p>${lines.map((line) => `<p style="margin:0 0 12px">${escape(line)}</p>`).join('')}
${link ? `<p style="margin:20px 0"><a href="${escape(link.url)}" style="display:inline-block;background:#c4f042;color:#14180a;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:10px">${escape(link.name)}</a></p><p style="margin:0;color:#5c6557;font-size:13px">${escape(link.url)}</p>` : ''}
</div></body></html>`;
  await context.jobs.add(tx, 'mail.send', {
    to,
    subject,
    text,
    html,
    ...(link ? { link: link.url } : {}),
  });
}

/**
 * Sends emails through SMTP_URL, or writes them as .eml files into DATA_DIR/outbox and prints their
 * link in the terminal.
 */
export function deliverMails(context: AppContext): void {
  const { config, jobs, metrics, print } = context;
  const outbox = join(config.dataDir, 'outbox');
  const transport =
    config.smtpUrl === undefined
      ? createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      : createTransport({
          url: config.smtpUrl,
          connectionTimeout: 10_000,
          greetingTimeout: 10_000,
          socketTimeout: 20_000,
        });
  jobs.on('mail.send', async ({ to, subject, text, html, link }) => {
    try {
      const info = await transport.sendMail({
        from: config.mailFrom,
        // An object is never parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
      });
      const message = (info as { message?: Buffer }).message;
      if (config.smtpUrl === undefined && Buffer.isBuffer(message)) {
        await mkdir(outbox, { recursive: true, mode: 0o700 });
        const path = join(outbox, `${newId()}.eml`);
        const file = await open(`${path}.tmp`, 'wx', 0o600);
        await file.writeFile(message);
        await file.close();
        await rename(`${path}.tmp`, path);
        print(
          `Письмо для ${to} «${subject}» лежит в ${outbox}${link === undefined ? '' : `\n  ссылка из него: ${link}`}`,
        );
      }
      metrics.mails.inc({ result: 'sent' });
    } catch (error) {
      metrics.mails.inc({ result: 'failed' });
      throw new Error(`mail not handed over: ${(error as { code?: string }).code ?? 'unknown'}`, {
        cause: error,
      });
    }
  });
}
