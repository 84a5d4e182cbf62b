import * as reports from '@respa/contract/reports';
import { serve, type House } from '#platform/serve.ts';
import { report, type Reports } from './service.ts';

export function mountReports(house: House, known: Reports): void {
  serve(house, reports.create, async ({ viewer, body }) => {
    await report(house.ground, known, viewer, body);
    return { ok: true };
  });
}
