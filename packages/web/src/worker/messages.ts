/** What pages tell the worker. */
export type WorkerMessage =
  /** A member is signed in: store what opens offline, and the files that their pages have loaded. */
  | { type: 'fill'; used: readonly string[] }
  /** The member agreed to the new version. */
  | { type: 'activate' };

/** The channel on which pages announce that a member's session is over. */
export const ENDED = 'respa.worker';
