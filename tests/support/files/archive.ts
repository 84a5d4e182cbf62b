import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as exports from '@respa/contract/exports';
import type { ReplyOf } from '@respa/contract/route';
import type { Caller, TestApp } from '../driver.ts';
import { until } from './pictures.ts';
import { unzip } from './unzip.ts';

export type Relationship = ReplyOf<typeof exports.status>;
/** Waits until a member's archive has the given state. */
export async function waitFor(who: Caller, state: Relationship['state']): Promise<Relationship> {
  let relationship: Relationship | undefined;
  await until(async () => (relationship = await who.call(exports.status)).state === state, 40_000);
  return relationship!;
}
export const openLink = (app: TestApp, link: string | null): Promise<Response> =>
  app.nobody.request(exports.download, { params: { link } as never });
/** Requests a member's archive and reads it. */
export async function readArchive(app: TestApp, who: Caller): Promise<Map<string, Buffer>> {
  await who.call(exports.start);
  const { link } = await waitFor(who, 'ready');
  return unzip(new Uint8Array(await (await openLink(app, link)).arrayBuffer()));
}
export async function isIdle(app: TestApp): Promise<boolean> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from graphile_worker.jobs
    where run_at <= now()
  `.execute(app.server.context.db);
  return rows[0]!.count === 0;
}
/** Returns how many emails told the member that the archive is ready; they link to the settings. */
export async function countReadyMails(app: TestApp, who: Caller): Promise<number> {
  const outbox = join(app.dataDir, 'outbox');
  const mails = await Promise.all(
    (await readdir(outbox))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFile(join(outbox, name), 'utf8')),
  );
  const decoded = mails
    .filter((mail) => mail.includes(`To: ${who.email}`))
    .map((mail) =>
      mail
        .split(/\r?\n\r?\n/)
        .map((part) => `${part}${Buffer.from(part, 'base64').toString()}`)
        .join('\n'),
    );
  return decoded.filter((mail) => mail.includes('http://respa.test/settings')).length;
}
