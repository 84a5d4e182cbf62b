import type { Static } from 'typebox';
import type * as chats from './chats.ts';
import type * as chatMessages from './chat-messages.ts';
import type { ExportState } from './exports.ts';
import type { Notification } from './notifications.ts';
import type { Ring, VoiceRoomState } from './voice.ts';
import type { Relation } from './person.ts';

type Message = Static<typeof chatMessages.Message>;

/** How far a member has read: the position of the last message they saw. */
export type ReadMark = { userId: string; position: number };

/** Whether a person is online, for those who may know it. */
export type PresenceEvent = { type: 'presence'; userId: string; isOnline: boolean };

/** Events of the stream of one room. */
export type RoomEvent =
  /**
   * The first event of a new stream: the newest page, or the messages around the first unread one.
   * `isNewest` false: newer messages exist. `newest` is the position of the room's last message,
   * `unread` the number of messages that the reader has not read.
   */
  | {
      type: 'init';
      messages: Message[];
      isLast: boolean;
      isNewest: boolean;
      newest: number;
      unread: number;
      reads: ReadMark[];
    }
  /** A page that the reader asked for by number. */
  | ({ type: 'load' } & Static<typeof chats.MessagesPage>)
  | { type: 'create' | 'edit'; message: Message }
  | { type: 'delete'; id: string }
  | ({ type: 'read' } & ReadMark)
  | { type: 'typing'; userId: string }
  /** A video of a message is being encoded: the share that is done, in per cent. */
  | { type: 'clip-progress'; id: string; name: string; progress: number }
  | { type: 'background'; bg: string }
  /** The votes of a poll have changed, or it was closed. */
  | { type: 'poll'; id: string }
  /** The reader is no longer a member; the stream ends. */
  | { type: 'removed' }
  /** The history was rewritten: the reader drops its position and starts over. */
  | { type: 'anew' }
  | PresenceEvent;

/** Asks a member's tabs whether one of them is visible: then devices are not told of the news. */
export type PushCheckEvent = { type: 'push-check'; check: string };

/** Who is in a voice room has changed, or how. Empty: nobody is there any more. */
export type VoiceEvent = { type: 'voice'; room: VoiceRoomState };
/** Who speaks in a voice room. */
export type SpeakingEvent = { type: 'voice-speaking'; roomId: string; users: string[] };

/**
 * A voice connection of the member, or the one that showed their screen, has ended: another of
 * their tabs or devices took over, or the group's creator removed them.
 */
export type VoiceEndedEvent = {
  type: 'voice-ended';
  clientId: string;
  reason: 'taken' | 'removed';
};

/** A private call begins to ring. */
export type RingEvent = { type: 'voice-ring'; ring: Ring };
/** A private call no longer rings, for both people. `busy`: it did not even begin to. */
export type RingEndedEvent = {
  type: 'voice-ring-ended';
  roomId: string;
  reason: 'answered' | 'declined' | 'missed' | 'cancelled' | 'busy';
};

/** A new message, for the list of conversations. */
export type NewMessageEvent = {
  type: 'room';
  roomId: string;
  isChat: boolean;
  lastMessage: string;
  lastDate: string;
  /** The author of the last message. */
  sender: string;
  name: string;
  surname: string;
  /** Ids of the people whom the messages mention. */
  mentioned: string[];
  /** Only messages that make no sound. */
  isSilent?: true;
  /** All authors since the previous event; only in group chats, where events are merged. */
  senders?: string[];
  /** Only in private conversations, where the server counts for each member. */
  unread?: number;
  isMuted?: boolean;
};

/** Events of the stream of one member, which every page of the site reads. */
export type MemberEvent =
  | NewMessageEvent
  /** `scheduled`: the member's scheduled messages of the room changed. */
  | { type: 'rooms-changed' | 'room-read' | 'draft' | 'scheduled'; roomId: string }
  | { type: 'notification'; notification: Static<typeof Notification> }
  /** The member's folders of chats, or what they hold, changed on one of their devices. */
  | { type: 'chat-folders' }
  | { type: 'notifications-changed' | 'me-changed' | 'cloud' }
  | { type: 'relation'; userId: string; relation: Static<typeof Relation> }
  | { type: 'export'; state: ExportState; progress: number }
  | { type: 'video'; videoId: string; channelId: string }
  /** The votes of the poll of a post have changed, or it was closed. */
  | { type: 'poll'; id: string }
  /** The card of the member's own post or article has changed. */
  | { type: 'link-card'; id: string }
  | PushCheckEvent
  | VoiceEvent
  | SpeakingEvent
  | VoiceEndedEvent
  | RingEvent
  | RingEndedEvent
  /** A friend published a post. */
  | { type: 'friend-post'; id: string }
  | { type: 'public-post' | 'public-post-gone'; publicId: string; id: string }
  | { type: 'public-changed' | 'public-gone' | 'public-notice'; publicId: string }
  | PresenceEvent;

/** Everything that the server publishes to live streams. */
export type LiveEvent = RoomEvent | MemberEvent;
