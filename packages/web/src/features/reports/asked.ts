import type { ReportKind } from '@respa/contract/reports';

// One form serves the whole site, like the confirmation dialog. A component only names the object
// to report.
export type Meant = { kind: ReportKind; id: string };
let meant: Meant | null = null;
const listeners = new Set<() => void>();
export function askReport(thing: Meant | null): void {
  meant = thing;
  listeners.forEach((listener) => listener());
}
export const readMeant = (): Meant | null => meant;
export function subscribeMeant(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
