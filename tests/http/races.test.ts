import { expect, test } from 'vitest';
import { assertRacesCounted } from '../support/counters.ts';
import { ALL_RACES } from '../races/all-races.ts';
import type { Course } from '../races/course.ts';
import { openTrio } from '../support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio(({ server }) =>
  assertRacesCounted(server.context.db),
);
const course: Course = {
  db: app.server.context.db,
  nobody: app.nobody,
  anna,
  boris,
  vera,
  join: (name) => app.join(name),
  resetLinks: async (address) =>
    app.links
      .filter(({ to, kind }) => to === address && kind === 'return-password')
      .map(({ url }) => url),
};

test.each(ALL_RACES)('%s', async (_, race) => {
  expect.hasAssertions();
  await race(course);
});
