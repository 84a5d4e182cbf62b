import type { After } from '#platform/database/transaction.ts';
import type { Tx } from '#platform/database/db.ts';

/** What lower shelves say and higher ones act on; `app/compose.ts` wires who listens. */
export type SignalMap = {
  /** An account was made, in this transaction; whoever keeps people makes its person. */
  accountCreated: {
    tx: Tx;
    userId: string;
    name: string;
    surname: string;
    birthDate: string;
    country: string;
    city: string;
  };
  /** The mailed link was opened: the person may be found from now on. */
  accountActivated: { tx: Tx; userId: string };
  /** A member's account is being removed, in this transaction. */
  accountErased: { tx: Tx; after: After; userId: string };
  /** Somebody liked or commented a thing of somebody, in this transaction. `answered` wrote the comment that is answered, and may see the answer. */
  reacted: {
    tx: Tx;
    after: After;
    type: 'like' | 'comment';
    by: string;
    ownerId: string | null;
    kind: string;
    objectId: string;
    answered?: string | null;
  };
  /** A like was taken back, or the last of somebody's comments under a thing is gone; with `to`, the last answer to that person. */
  unreacted: {
    tx: Tx;
    after: After;
    type: 'like' | 'comment';
    by: string;
    objectId: string;
    to?: string;
  };
  /** A server is gone, and with it the streams of these people, who have none elsewhere; `at` is when they were there last. */
  peopleLeft: { ids: string[]; at: Date };
  /** These people are there, but were told to be gone. */
  peopleBack: { ids: string[] };
  /** Presence changed, after the fact. */
  presenceChanged: { userId: string; isOnline: boolean; audience: 'all' | 'friends' };
  /** Somebody blocked another, in this transaction: what is between the two ends. */
  personBlocked: { tx: Tx; after: After; by: string; other: string };
  /** The platform's admin did something to what belongs to others or to the house, in this transaction. It names by ids alone; what was `removed` away from the desk, so that its owner hears of it. */
  adminActed: {
    tx: Tx;
    adminId: string;
    action: AdminAction;
    kind?: string;
    objectId?: string;
    personId?: string | null;
    reason?: string;
    removed?: Removed;
  };
};
export type Removed = { after: After; title: string; text?: string };
export type AdminAction =
  | 'answer'
  | 'close_message'
  | 'reopen_message'
  | 'add_event'
  | 'edit_event'
  | 'remove_event'
  | 'upload'
  | 'close_report'
  | 'take_down'
  | 'suspend'
  | 'lift'
  | 'retry_job'
  | 'drop_job'
  | 'add_game'
  | 'edit_game'
  | 'remove_game'
  | 'landing_game'
  | 'remove_video'
  | 'remove_channel'
  | 'remove_article'
  | 'remove_public'
  | 'remove_ad'
  | 'remove_promo'
  | 'remove_comment'
  | 'approve_promo'
  | 'refuse_promo';
type Listener<K extends keyof SignalMap> = (payload: SignalMap[K]) => void | Promise<void>;
export type Signals = {
  on<K extends keyof SignalMap>(name: K, listener: Listener<K>): void;
  /** Runs the listeners one after another; a listener that throws makes the emitter's work fail. */
  emit<K extends keyof SignalMap>(name: K, payload: SignalMap[K]): Promise<void>;
};

export function makeSignals(): Signals {
  const listeners = new Map<string, Listener<never>[]>();
  return {
    on: (name, listener) =>
      void listeners.set(name, [...(listeners.get(name) ?? []), listener as Listener<never>]),
    async emit(name, payload) {
      for (const listener of listeners.get(name) ?? []) await listener(payload as never);
    },
  };
}
