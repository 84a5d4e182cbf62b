import { afterAll, afterEach } from 'vitest';
import { assertCounted } from './counters.ts';
import { startHouse, type Caller, type TestHouse } from './driver.ts';

/** A house of the file's own with three members, to be opened at its head: after each test its counters are compared, after the last it goes. */
export async function openTrio(
  prove: (house: TestHouse) => Promise<void> = assertCounted,
): Promise<{ house: TestHouse; anna: Caller; boris: Caller; vera: Caller }> {
  const house = await startHouse();
  afterEach(() => prove(house));
  afterAll(() => house.stop());
  const [anna, boris, vera] = await Promise.all([
    house.join('Анна', 'Белова'),
    house.join('Борис', 'Ёлкин'),
    house.join('Вера', 'Громова'),
  ]);
  return { house, anna, boris, vera };
}
