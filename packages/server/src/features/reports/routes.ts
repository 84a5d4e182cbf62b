import * as reports from '@respa/contract/reports';
import { done, serve, type House } from '#platform/serve.ts';
import { report, type Reports } from './service.ts';

export function mountReports(house: House, known: Reports): void {
  serve(house, reports.create, ({ viewer, body }) =>
    done(report(house.ground, known, viewer, body)),
  );
}
