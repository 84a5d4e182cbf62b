import { sql } from 'kysely';
import type { SystemKind } from '@respa/contract/chat-messages';
import type { Container } from '#features/media/service.ts';
import type { StyledPart } from '@respa/contract/formatting';
import type { CardRow } from '#features/people/service.ts';

export type MediaItem = {
  kind: 'image' | 'video' | 'audio' | 'file' | 'sticker';
  name: string;
  width: number;
  height: number;
  thumbhash: string;
  duration: number;
  bytes?: number;
  /** The description of a picture by its author. */
  alt?: string;
  /** An animated picture. */
  moving?: true;
  /** A sticker's id, and the pack that it was sent from. */
  sticker?: string;
  pack?: string;
  /** The name under which a file is saved, or the emoji of a sticker. */
  title?: string;
  /** A video's poster frame, a picture in message-images. */
  poster?: string;
  peaks?: number[];
  /** A video that browsers cannot play: its container, until the encoder is done. */
  waiting?: Container;
  /** The encoder could not read the video. */
  failed?: true;
  /** The name that an encoded video had before, by which an edit under way may still keep it. */
  former?: string;
};
/** A system message about a group event; `userId` is the user it is about. */
export type SystemMessage = { kind: SystemKind; userId?: string; title?: string };
export type MentionItem = { user: string; offset: number; length: number };
/** In the order in which they were added. */
export type ReactionItem = { user: string; emoji: string };
export type MessageRow = {
  room_id: string;
  id: string;
  user_id: string;
  position: number;
  born: number;
  seq: number;
  text: string;
  media: MediaItem[];
  client_id: string | null;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
  system: SystemMessage | null;
  reply_to: string | null;
  reactions: ReactionItem[];
  mentions: MentionItem[];
  formatting: StyledPart[];
  forwarded_from: string | null;
  is_silent: boolean;
  has_poll: boolean;
  /** Set when the row was just written; saves a query for the author's card. */
  author?: CardRow | null;
};
/** Returns the stored names of the files of any type in a message. */
export const fileNamesOf = ({ media }: Pick<MessageRow, 'media'>): string[] =>
  media.flatMap(({ kind, name }) => (kind === 'file' ? [name] : []));
export const names =
  'system, reply_to, reactions, mentions, formatting, forwarded_from, is_silent, has_poll, room_id, id, user_id, position, born, seq, text, media, client_id, created_at, edited_at, deleted_at';
export const columns = sql.raw(names);
