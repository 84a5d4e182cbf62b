import { expect, test } from 'vitest';
import { assertRacesCounted } from '../counters.ts';
import { ALL_RACES } from '../races/all-races.ts';
import type { Course } from '../races/course.ts';
import { openTrio } from '../trio.ts';

const { house, anna, boris, vera } = await openTrio(({ server }) =>
  assertRacesCounted(server.ground.db),
);
const course: Course = {
  db: house.server.ground.db,
  nobody: house.nobody,
  anna,
  boris,
  vera,
  join: (name) => house.join(name),
  resetLinks: async (address) =>
    house.links
      .filter(({ to, kind }) => to === address && kind === 'return-password')
      .map(({ url }) => url),
};

test.each(ALL_RACES)('%s', async (_, race) => {
  expect.hasAssertions();
  await race(course);
});
