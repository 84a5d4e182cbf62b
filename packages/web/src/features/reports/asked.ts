import type { ReportKind } from '@respa/contract/reports';

// The form is one for the whole site, as questions are: whoever shows a thing only says what is meant.
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
