/** Where the faults of docs/faults.md are shown: what `npm run test:faults` runs. A test holds the two to one list. */
export const FAULT_FILES = [
  'tests/faults/',
  'tests/growth/instances.test.ts',
  'tests/growth/limits.test.ts',
  'tests/growth/races.long.test.ts',
  'tests/growth/replica.test.ts',
  'tests/growth/s3.test.ts',
  'tests/growth/update.test.ts',
  'tests/growth/apart.test.ts',
  'tests/http/backup.test.ts',
  'tests/http/races.test.ts',
  'packages/server/src/features/chats/streams.test.ts',
  'packages/server/src/features/videohost/processing.test.ts',
  'packages/server/src/features/weather/weather.test.ts',
  'packages/server/src/platform/staging.test.ts',
];
