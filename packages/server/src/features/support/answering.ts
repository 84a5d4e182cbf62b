import { sql } from 'kysely';
import type { AppealState } from '@respa/contract/admin';
import { appError } from '@respa/contract/app-errors';
import { now } from '#platform/runtime/clock.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import { queueMail } from '#platform/runtime/mail.ts';

export type AppealFacts = {
  id: string;
  user_id: string | null;
  email: string | null;
  text: string;
  state: AppealState;
  answer: string | null;
  answered_at: Date | null;
  created_at: Date;
};
/**
 * The recipient of an answer is the owner of the account; a visitor may have left an email address.
 */
const COLUMNS = sql.raw(
  'm.id, m.user_id, coalesce(a.email, m.email) as email, m.text, m.state, m.answer, m.answered_at, m.created_at',
);
/** Returns messages to the admin, newest first. */
export async function pickAppeals(
  db: Db,
  page: { state?: AppealState | undefined; before?: string | undefined; limit: number },
): Promise<AppealFacts[]> {
  const { rows } = await sql<AppealFacts>`
      select ${COLUMNS}
      from (
        select *
        from support_messages
        where ${page.state === undefined ? sql`true` : sql`state = ${page.state}`}
          ${page.before === undefined ? sql`` : sql`and id < ${page.before}`}
        order by id desc
        limit ${page.limit}
      ) m
      left join accounts a on a.id = m.user_id
      order by m.id desc
    `.execute(db);
  return rows;
}
export async function countNewAppeals(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from (select from support_messages where state = 'new' limit ${most}) as fresh
  `.execute(db);
  return rows[0]!.count;
}
async function lockAppeal(tx: Tx, id: string): Promise<AppealFacts> {
  const held = isId(id)
    ? (
        await sql`
      select
      from support_messages
      where id = ${id}
      for update
    `.execute(tx)
      ).rows
    : [];
  if (held.length === 0) throw appError('not_found');
  return (
    await sql<AppealFacts>`
      select ${COLUMNS}
      from support_messages m
      left join accounts a on a.id = m.user_id
      where m.id = ${id}
    `.execute(tx)
  ).rows[0]!;
}
/**
 * Replies to a message by email. Throws `not_found`, `no_address` if there is no address,
 * `answered_already` on a second call.
 */
export async function answerAppeal(
  context: AppContext,
  tx: Tx,
  id: string,
  text: string,
): Promise<AppealFacts> {
  const appeal = await lockAppeal(tx, id);
  if (appeal.answer !== null) throw appError('answered_already');
  if (appeal.email === null) throw appError('no_address');
  await tx
    .updateTable('support_messages')
    .set({ state: 'answered', answer: text, answered_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  await queueMail(context, tx, {
    to: appeal.email,
    subject: 'Ответ поддержки — Респа',
    lines: [
      'Здравствуйте! Вы написали в поддержку Респы:',
      ...appeal.text.split('\n').map((line) => `> ${line}`),
      'Наш ответ:',
      ...text.split('\n'),
    ],
    link: { name: 'Написать ещё раз', url: `${context.config.publicUrl}/support` },
  });
  return { ...appeal, state: 'answered', answer: text, answered_at: now() };
}
/**
 * Closes a message without an answer, or reopens it. Idempotent. Throws `not_found`,
 * `answered_already`.
 */
export async function setAppealState(
  tx: Tx,
  id: string,
  state: 'new' | 'closed',
): Promise<{ appeal: AppealFacts; isChanged: boolean }> {
  const appeal = await lockAppeal(tx, id);
  if (appeal.answer !== null) throw appError('answered_already');
  await tx.updateTable('support_messages').set({ state }).where('id', '=', id).execute();
  return { appeal: { ...appeal, state }, isChanged: appeal.state !== state };
}
