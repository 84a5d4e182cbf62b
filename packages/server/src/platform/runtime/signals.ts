import type { LinkedKind } from '@respa/contract/link-cards';
import type { NotificationType } from '@respa/contract/notifications';
import type { After } from '#platform/database/transaction.ts';
import type { Tx } from '#platform/database/db.ts';

/**
 * Signals that lower layers emit and higher ones act on; `app/compose.ts` registers the listeners.
 */
export type SignalMap = {
  /** An account was created, in this transaction; the people feature creates its profile. */
  accountCreated: {
    tx: Tx;
    userId: string;
    name: string;
    surname: string;
    birthDate: string;
    country: string;
    city: string;
  };
  /** The link in the email was opened: the person can be found from now on. */
  accountActivated: { tx: Tx; userId: string };
  /** A member signed in on a device that was not seen before, in this transaction. */
  newDevice: { tx: Tx; after: After; userId: string; device: string };
  /** A member's account is being deleted, in this transaction. */
  accountErased: { tx: Tx; after: After; userId: string };
  /**
   * A user liked or commented on another user's item, in this transaction. `answered` is the author
   * of the comment replied to, who may see the reply.
   */
  reacted: {
    tx: Tx;
    after: After;
    type: 'like' | 'comment';
    by: string;
    ownerId: string | null;
    kind: string;
    objectId: string;
    /** The reaction, if it is not the like. */
    emoji?: string;
    answered?: string | null;
  };
  /**
   * A like was withdrawn, or a user's last comment under an item was deleted; with `to`, their last
   * reply to that person.
   */
  unreacted: {
    tx: Tx;
    after: After;
    type: 'like' | 'comment';
    by: string;
    objectId: string;
    to?: string;
  };
  /**
   * A comment names people who may see it, in this transaction; `former` tells whether it named
   * people before.
   */
  named: {
    tx: Tx;
    after: After;
    by: string;
    kind: string;
    objectId: string;
    commentId: string;
    to: readonly string[];
    stillTo: readonly string[];
    hadNamed: boolean;
  };
  /**
   * A server is gone, and with it the streams of these people, who have none elsewhere; `at` is
   * when they were last there.
   */
  peopleLeft: { ids: string[]; at: Date };
  /** These people are online but were reported as gone. */
  peopleBack: { ids: string[] };
  /** Presence has changed. */
  presenceChanged: { userId: string; isOnline: boolean; audience: 'all' | 'friends' };
  /** A message was stored and published; silent ones are not reported. */
  messageSent: { roomId: string; position: number };
  /** A private call begins to ring, in this transaction. */
  callBegan: { tx: Tx; id: string; roomId: string; callerId: string; calleeId: string };
  /** A notice was added in this transaction, or an unread one has a new sender. */
  noticeAdded: { tx: Tx; id: string; to: string; type: NotificationType };
  /** A user blocked another, in this transaction: their relationship ends. */
  personBlocked: { tx: Tx; after: After; by: string; other: string };
  /** The card of a message, a wall post or an article has changed. */
  linkCardChanged: {
    kind: LinkedKind;
    id: string;
    roomId: string | null;
    authorId: string | null;
  };
  /**
   * The platform's admin acted on content of others or on the platform itself, in this transaction.
   * It contains only ids; `removed` describes content removed outside the admin panel, so that its
   * owner is notified.
   */
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
