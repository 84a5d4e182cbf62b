import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { AppContext } from './app-context.ts';
import { newId } from './ids.ts';
import { fitsMailLimits, sweepMailCounts } from './mail-limits.ts';
import { isOnlyRecipient } from './mail-recipients.ts';
import type { Tx } from '#platform/database/db.ts';

export type Mail = {
  to: string;
  subject: string;
  lines: string[];
  link?: { url: string; name: string };
  /** Counts with the mails of this kind; by default, with those whose link opens the same page. */
  kind?: 'notice';
};
class WrongRecipient extends Error {}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns what a mail is about: the page that its link opens. Never a text that a user wrote. */
const pageOf = (link: Mail['link']): string =>
  link === undefined ? 'notice' : new URL(link.url).pathname.split('/')[1]!;

/**
 * Queues an email in the transaction that causes it; it is sent after the commit, with retries.
 * Returns false, and sends nothing, if its recipient has had too many of them (`MAIL_LIMITS`). A
 * caller that answers a stranger must not let the answer depend on it.
 */
export async function queueMail(context: AppContext, tx: Tx, mail: Mail): Promise<boolean> {
  const { to, subject, lines, link } = mail;
  if (!(await fitsMailLimits(context, tx, to, mail.kind ?? pageOf(link)))) {
    context.metrics.mails.inc({ result: 'held' });
    return false;
  }
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
  return true;
}

/**
 * Sends emails through SMTP_URL, or writes them as .eml files into DATA_DIR/outbox and prints their
 * link in the terminal. A mail that would go to anyone but the stored address is not sent: its
 * recipient is compared as the finished message and its envelope name it.
 */
export function deliverMails(context: AppContext): void {
  const { config, jobs, log, metrics, print } = context;
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
  transport.use('stream', ({ data, message }, done) => {
    const { to } = message.getEnvelope();
    const header = message.getAddresses().to ?? [];
    const { address } = data.to as { address: string };
    done(isOnlyRecipient(address, { envelope: to, header }) ? null : new WrongRecipient());
  });
  sweepMailCounts(context);
  jobs.on('mail.send', async ({ to, subject, text, html, link }) => {
    try {
      const info = await transport.sendMail({
        from: config.mailFrom,
        // An object is never parsed as a list of addresses.
        to: { name: '', address: to },
        envelope: { from: config.mailFrom, to: { name: '', address: to } },
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
      if (error instanceof WrongRecipient) {
        metrics.mails.inc({ result: 'refused' });
        return log.error({ subject }, 'mail not sent: its address leads elsewhere');
      }
      metrics.mails.inc({ result: 'failed' });
      throw new Error(`mail not handed over: ${(error as { code?: string }).code ?? 'unknown'}`, {
        cause: error,
      });
    }
  });
}
