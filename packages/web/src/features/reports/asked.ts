import type { ReportKind } from '@respa/contract/reports';
import { makeAsked } from '#lib/browser/asked.ts';

// One form serves the whole site, like the confirmation dialog. A component only names the object
// to report.
export type Meant = { kind: ReportKind; id: string };
export const { ask: askReport, read: readMeant, subscribe: subscribeMeant } = makeAsked<Meant>();
