import * as admin from '@respa/contract/admin';
import { VISITS } from '@respa/contract/limits';
import { done, serve, type House } from '#platform/serve.ts';
import { listVisits, type Sessions, type Visits } from '#features/account/service.ts';
import type { Reports } from '#features/reports/service.ts';
import { answer, changeState, listAppeals } from './appeals.ts';
import { closeCase, listCases, settleRemoved, takeDown } from './cases.ts';
import { makeHouseState } from './house-state.ts';
import { dropJob, listJobs, retryJob } from './jobs.ts';
import { listLog, writeDown } from './log.ts';
import { lift, listMembers, suspend } from './members.ts';
import { putUpload } from './uploads.ts';

/** Mounts the desk of the platform's admin. What other features say that the admin did is written down here too. */
export function mountAdmin(
  house: House,
  { sessions, visits, reports }: { sessions: Sessions; visits: Visits; reports: Reports },
): void {
  const { ground } = house;
  const state = makeHouseState(ground);
  ground.signals.on('adminActed', writeDown);
  ground.signals.on('adminActed', (act) => settleRemoved(ground, act));

  serve(house, admin.messages, ({ query }) => listAppeals(ground, query));
  serve(house, admin.answer, async ({ viewer, params, body }) => ({
    message: await answer(ground, viewer, params.id, body.text),
  }));
  serve(house, admin.setAppealState, async ({ viewer, params, body }) => ({
    message: await changeState(ground, viewer, params.id, body.state),
  }));
  serve(house, admin.visits, async ({ query }) => {
    await visits.flush();
    return { visits: await listVisits(ground.db, query.days ?? VISITS.usual) };
  });
  serve(house, admin.state, () => state());
  serve(house, admin.uploadSomething, ({ viewer, body, files }) =>
    putUpload(ground, viewer, { ...body, file: files.file }),
  );
  serve(house, admin.reports, ({ query }) => listCases(ground, reports, query));
  serve(house, admin.closeCase, ({ viewer, params }) => done(closeCase(ground, viewer, params.id)));
  serve(house, admin.takeDown, ({ viewer, body }) => done(takeDown(ground, reports, viewer, body)));
  serve(house, admin.members, ({ query }) => listMembers(ground, query));
  serve(house, admin.suspend, async ({ viewer, params, body }) => ({
    suspension: await suspend(ground, sessions, viewer, params.id, body),
  }));
  serve(house, admin.lift, ({ viewer, params }) => done(lift(ground, viewer, params.id)));
  serve(house, admin.jobs, ({ query }) => listJobs(ground, query));
  serve(house, admin.retryJob, ({ viewer, params }) => done(retryJob(ground, viewer, params.id)));
  serve(house, admin.dropJob, ({ viewer, params }) => done(dropJob(ground, viewer, params.id)));
  serve(house, admin.log, ({ query }) => listLog(ground, query.before));
}
