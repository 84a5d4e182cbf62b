/** What pages tell the worker. */
export type WorkerMessage =
  /** A member is signed in: store what opens offline, and the files that their pages have loaded. */
  | { type: 'fill'; used: readonly string[] }
  /** The session is over: delete everything. */
  | { type: 'empty' }
  /** The member agreed to the new version. */
  | { type: 'activate' };
