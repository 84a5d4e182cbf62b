export { wasOpen } from './gone.ts';
export { findOpen, getOpen, OPEN_KINDS, type OpenKind } from './policy.ts';
export * as reading from './reading.ts';
export { listEntries, LISTED_KINDS, type ListedKind } from './entries.ts';
