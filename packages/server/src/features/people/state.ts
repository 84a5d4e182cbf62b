/** State of the people of one server. */
export type PeopleState = {
  /** By user: timers of members whose last stream has closed and who may still come back. */
  departures: Map<string, NodeJS.Timeout>;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    people: PeopleState;
  }
}

export const createPeopleState = (): PeopleState => ({ departures: new Map() });
