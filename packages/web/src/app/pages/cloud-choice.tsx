// Loaded with the first choice. Imported by itself, because a lazily imported `parts.ts` would be
// loaded whole by every page that uses something of it.
export { CloudPicker } from '#features/cloud/parts.ts';
