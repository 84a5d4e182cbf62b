/** What pages tell the worker. */
export type WorkerMessage =
  /**
   * A member is signed in: store what opens offline, and the files that their pages have loaded.
   */
  | { type: 'fill'; used: readonly string[] }
  /** The session is over: delete everything. */
  | { type: 'empty' }
  /** The member agreed to the new version. */
  | { type: 'activate' };

/** What the worker tells pages. */
export type PageMessage =
  /** A notification was pressed: show a page of the site, and answer at the port. */
  | { type: 'open'; path: string }
  /** A reply to a conversation was not sent: it waits in the browser. */
  | { type: 'reply-kept'; roomId: string };
