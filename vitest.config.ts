import { defineConfig } from 'vitest/config';
import { tallyTo } from './launch/tally.mjs';

const isLong = process.env['RESPA_LONG_TESTS'] === '1';
const tallyPath = process.env['RESPA_TALLY'];

export default defineConfig({
  test: {
    pool: 'forks',
    reporters: tallyPath === undefined ? ['default'] : ['default', tallyTo(tallyPath)],
    globalSetup: ['tests/one-postgres.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/**/*.test.{ts,tsx}', 'launch/*.test.ts', 'tests/{http,live,sweeps}/**/*.test.ts', ...(isLong ? ['tests/long/**/*.test.ts'] : [])],
          maxWorkers: 2,
          testTimeout: isLong ? 600_000 : 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // A story mostly waits: two at once fill two processors.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // A busy machine is slow, not wrong.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
