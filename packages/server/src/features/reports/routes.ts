import * as reports from '@respa/contract/reports';
import { done, serve, type App } from '#platform/http/serve.ts';
import { report, type Reports } from './service.ts';

export function mountReports(app: App, known: Reports): void {
  serve(app, reports.create, ({ viewer, body }) => done(report(app.context, known, viewer, body)));
}
