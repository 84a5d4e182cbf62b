/** State of the people of one server. */
export type PeopleState = {
  /** By user: timers of members whose last stream has closed and who may still come back. */
  departures: Map<string, NodeJS.Timeout>;
  /** How long a member stays online after the last stream has closed. */
  graceMs: number;
  /** Everyone online, as of a moment ago. */
  online?: { ids: string[]; ends: number };
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    people: PeopleState;
  }
}

/** A reload closes a stream and opens the next one: nobody goes offline for that. */
const GRACE_MS = 4_000;

export const createPeopleState = (): PeopleState => ({ departures: new Map(), graceMs: GRACE_MS });
