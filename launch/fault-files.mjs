/**
 * The files that show the faults of docs/measurements/faults.md, run by `npm run test:faults`. A
 * test keeps the two lists identical.
 */
export const FAULT_FILES = [
  'tests/faults/',
  'tests/multi-instance/instances.test.ts',
  'tests/multi-instance/limits.test.ts',
  'tests/multi-instance/races.long.test.ts',
  'tests/multi-instance/replica.test.ts',
  'tests/multi-instance/s3.test.ts',
  'tests/multi-instance/update.test.ts',
  'tests/multi-instance/apart.test.ts',
  'tests/http/backup.test.ts',
  'tests/http/races.test.ts',
  'packages/server/src/features/chats/rooms/room-streams.test.ts',
  'packages/server/src/features/videohost/processing/processing.test.ts',
  'packages/server/src/features/weather/weather.test.ts',
  'packages/server/src/platform/storage/staging.test.ts',
];
