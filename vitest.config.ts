import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { tallyTo } from './launch/tally.mjs';

const isLong = process.env['RESPA_LONG_TESTS'] === '1';
/**
 * How many times slower than on this machine the pages of the e2e tests run; see
 * tests/support/browser/world.ts.
 */
const slowness = Number(process.env['RESPA_TEST_SLOW'] ?? '1');
/** How many times longer tests wait on a slow or busy machine; launch/patience.mjs measures it. */
const patience = Math.max(1, Number(process.env['RESPA_TEST_PATIENCE'] ?? '1'));
const tallyPath = process.env['RESPA_TALLY'];

/**
 * The longest tests start first, otherwise one worker ends alone with them; and before the longest
 * e2e tests run three that need no demo data, which is seeded meanwhile.
 */
const FIRST = [
  'sweeps/inputs/inputs.test.ts',
  'sweeps/inputs/inputs-2.long.test.ts',
  'sweeps/inputs/inputs-3.long.test.ts',
  'e2e/account/main-story.test.ts',
  'e2e/files/video-story.test.ts',
  'e2e/account/account-story.test.ts',
  'e2e/site/crawl.test.ts',
  'e2e/site/axe.test.ts',
];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      FIRST.findIndex((name) => moduleId.endsWith(name)) + 1 || FIRST.length + 1;
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  resolve: { alias: { '#tests': join(import.meta.dirname, 'tests') } },
  test: {
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    reporters: tallyPath === undefined ? ['default'] : ['default', tallyTo(tallyPath)],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: ['tests/support/servers/one-postgres.ts'],
          include: [
            'packages/**/*.test.{ts,tsx}',
            'launch/**/*.test.ts',
            'tests/{faults,http,live,multi-instance,sweeps}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...(isLong ? [] : ['**/*.long.test.ts'])],
          maxWorkers: 3,
          // Files of one worker share what they import: no test leaves anything behind in a module.
          isolate: false,
          // A busy machine is slow, not wrong: two instances detect what they missed from each
          // other by waiting half a second, several times.
          expect: { poll: { timeout: 10_000 * patience } },
          testTimeout: (isLong ? 600_000 : 60_000) * patience,
          hookTimeout: 120_000 * patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          globalSetup: ['tests/support/browser/seeded-data.ts'],
          include: ['tests/e2e/**/*.test.ts'],
          // The e2e tests of one worker share its browser.
          isolate: false,
          // An e2e test mostly waits: two at once leave a fifth of two processors idle.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // A busy machine is slow, not wrong.
          expect: { poll: { timeout: 15_000 * slowness * patience } },
          testTimeout: 120_000 * slowness * patience,
          hookTimeout: 300_000 * slowness * patience,
        },
      },
    ],
  },
});
