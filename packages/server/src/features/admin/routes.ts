import * as admin from '@respa/contract/admin';
import * as adminJobs from '@respa/contract/admin-jobs';
import { VISITS } from '@respa/contract/limits';
import { done, serve, type App } from '#platform/http/serve.ts';
import { listVisits, type Sessions, type Visits } from '#features/account/service.ts';
import type { Reports } from '#features/reports/service.ts';
import { answer, changeState, listAppeals } from './appeals.ts';
import { closeCase, listCases, settleRemoved, takeDown } from './cases.ts';
import { createServerState } from './server-state.ts';
import { dropJob, listJobs, retryJob } from './jobs.ts';
import { listLog, writeDown } from './log.ts';
import { lift, listMembers, suspend } from './members.ts';
import { putUpload } from './uploads.ts';

/** Mounts the admin panel. Admin actions that other features report are logged here too. */
export function mountAdmin(
  app: App,
  { sessions, visits, reports }: { sessions: Sessions; visits: Visits; reports: Reports },
): void {
  const { context } = app;
  const state = createServerState(context);
  context.signals.on('adminActed', writeDown);
  context.signals.on('adminActed', (act) => settleRemoved(context, act));

  serve(app, admin.messages, ({ query }) => listAppeals(context, query));
  serve(app, admin.answer, async ({ viewer, params, body }) => ({
    message: await answer(context, viewer, params.id, body.text),
  }));
  serve(app, admin.setAppealState, async ({ viewer, params, body }) => ({
    message: await changeState(context, viewer, params.id, body.state),
  }));
  serve(app, admin.visits, async ({ query }) => {
    await visits.flush();
    return { visits: await listVisits(context.db, query.days ?? VISITS.usual) };
  });
  serve(app, admin.state, () => state());
  serve(app, admin.uploadSomething, ({ viewer, body, files }) =>
    putUpload(context, viewer, { ...body, file: files.file }),
  );
  serve(app, admin.reports, ({ query }) => listCases(context, reports, query));
  serve(app, admin.closeCase, ({ viewer, params }) => done(closeCase(context, viewer, params.id)));
  serve(app, admin.takeDown, ({ viewer, body }) => done(takeDown(context, reports, viewer, body)));
  serve(app, admin.members, ({ query }) => listMembers(context, query));
  serve(app, admin.suspend, async ({ viewer, params, body }) => ({
    suspension: await suspend(context, sessions, viewer, params.id, body),
  }));
  serve(app, admin.lift, ({ viewer, params }) => done(lift(context, viewer, params.id)));
  serve(app, adminJobs.jobs, ({ query }) => listJobs(context, query));
  serve(app, adminJobs.retryJob, ({ viewer, params }) =>
    done(retryJob(context, viewer, params.id)),
  );
  serve(app, adminJobs.dropJob, ({ viewer, params }) => done(dropJob(context, viewer, params.id)));
  serve(app, admin.log, ({ query }) => listLog(context, query.before));
}
