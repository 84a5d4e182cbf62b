import { CAP_RACES, LARGE_CAP_RACES } from './cap-races.ts';
import { IS_LONG, type Race } from './course.ts';
import { PEOPLE_RACES } from './people-races.ts';
import { CONVERSATION_RACES } from './conversation-races.ts';
import { THING_RACES } from './thing-races.ts';

/** The races of security.md 3.4 and of whatever is capped, but likes (reactions.test.ts) and migrators (faults/migrators.test.ts), by what is said of each. */
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
