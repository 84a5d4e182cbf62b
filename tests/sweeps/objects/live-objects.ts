import { type TestApp } from '../../support/driver.ts';
import type { Things } from '../access-row.ts';
import type { seedFixtures } from '../sweep-requests.ts';

/**
 * The objects of `seedFixtures`, and pending ones: a user who requested the owner's friendship, a
 * draft, a file that was sent to the owner, and the tasks of the admin panel.
 */
export type LiveObjects = Things & {
  asker: string;
  draftId: string;
  sentId: string;
  eventId: string;
  supportMessageId: string;
  caseId: string;
  waitingPromoId: string;
  jobId: string;
};
export type SeededWorld = Omit<Awaited<ReturnType<typeof seedFixtures>>, 'things'> & {
  app: TestApp;
  things: LiveObjects;
};
export type Maker = (world: SeededWorld, things: LiveObjects) => Promise<Partial<LiveObjects>>;
/** The name of an object, and how to make it. */
export type MadeObject = [keyof LiveObjects, Maker];
