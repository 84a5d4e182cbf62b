import { sql } from 'kysely';
import * as admins from '@respa/contract/admin';
import * as cloud from '@respa/contract/cloud';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as events from '@respa/contract/events';
import * as friends from '@respa/contract/friends';
import * as reports from '@respa/contract/reports';
import * as support from '@respa/contract/support';
import * as wall from '@respa/contract/wall';
import { makePromo } from '../../support/members/promos.ts';
import type { LiveObjects, MadeObject, Maker, SeededWorld } from './live-objects.ts';

async function makeAsker({ app, owner }: SeededWorld): Promise<Partial<LiveObjects>> {
  const asker = await app.join('Тимофей', 'Просящий');
  await asker.call(friends.make, { params: { id: owner.id } });
  return { asker: asker.id };
}
const makeDraft: Maker = async ({ owner }) => ({
  draftId: (await owner.call(wall.create, { body: { title: 'Черновик', draft: 'true' } })).post._id,
});
const makeSent: Maker = async ({ owner, friend }) => {
  const {
    added: [file],
  } = await friend.call(cloud.upload, {
    files: { file: [new File(['Карта'], `карта ${crypto.randomUUID()}.txt`)] },
  });
  await friend.call(cloudSharing.send, {
    params: { userId: owner.id, fileId: file!._id, fileName: file!.name },
  });
  return { sentId: file!._id };
};
const makeEvent: Maker = async ({ admin }) => ({
  eventId: (await admin.call(events.create, { body: { text: 'Затмение', month: 8, day: 2 } })).event
    ._id,
});
export async function makeSupportMessage({
  friend,
  admin,
}: SeededWorld): Promise<Pick<LiveObjects, 'supportMessageId'>> {
  await friend.call(support.sendMessage, { body: { message: 'Не открывается' } });
  return {
    supportMessageId: (await admin.call(admins.messages, { query: { state: 'new' } })).messages[0]!
      ._id,
  };
}
const makeCase: Maker = async ({ friend, admin }, { postId }) => {
  await friend.call(reports.create, { body: { kind: 'userpost', id: postId, reason: 'spam' } });
  return { caseId: (await admin.call(admins.reports, { query: { state: 'open' } })).cases[0]!._id };
};
export const makeWaiting = async ({ friend }: SeededWorld) => ({
  waitingPromoId: (await makePromo(friend, 'Ждёт ответа'))._id,
});
/** Creates a permanently failed job, of a kind that no server here runs. */
const makeJob: Maker = async ({
  app: {
    server: {
      context: { db },
    },
  },
}) => {
  const {
    rows: [job],
  } = await sql<{
    id: string;
  }>`select id::text as id from graphile_worker.add_job('sweeps.never', payload := '{}')`.execute(
    db,
  );
  await sql`
    update graphile_worker._private_jobs
    set attempts = max_attempts
    where id = ${job!.id}::bigint
  `.execute(db);
  return { jobId: job!.id };
};
/** How to recreate what waits for an answer, in this order: some depend on others. */
export const PENDING_MAKERS: MadeObject[] = [
  ['asker', makeAsker],
  ['draftId', makeDraft],
  ['sentId', makeSent],
  ['eventId', makeEvent],
  ['supportMessageId', makeSupportMessage],
  ['caseId', makeCase],
  ['waitingPromoId', makeWaiting],
  ['jobId', makeJob],
];
