import { CAP_RACES, LARGE_CAP_RACES } from './cap-races.ts';
import { IS_LONG, type Race } from './course.ts';
import { PEOPLE_RACES } from './people-races.ts';
import { CONVERSATION_RACES } from './conversation-races.ts';
import { THING_RACES } from './thing-races.ts';

/**
 * The races of operations that can conflict, and of everything with a limit, by description. Likes
 * are in reactions.test.ts, migrators in faults/migrators.test.ts.
 */
export const ALL_RACES: [string, Race][] = Object.entries({
  ...PEOPLE_RACES,
  ...CONVERSATION_RACES,
  ...THING_RACES,
  ...Object.fromEntries(
    Object.entries({ ...CAP_RACES, ...(IS_LONG ? LARGE_CAP_RACES : {}) }).map(([what, race]) => [
      `never over the limit: ${what}`,
      race,
    ]),
  ),
});
