// Generated from the migrated database by `npm run check -- --write`; do not edit.
import type { ColumnType, Generated } from 'kysely';

export type AccountLinks = {
  hash: Buffer;
  user_id: string;
  kind: string;
  email: string | null;
  created_at: Generated<Date>;
  dies_at: Date;
};
export type Accounts = {
  id: string;
  email: string;
  password_hash: string;
  activated_at: Date | null;
  seen_on: string | null;
  created_at: Generated<Date>;
};
export type FriendRefusals = {
  from_id: string;
  to_id: string;
  refused_at: Generated<Date>;
};
export type FriendRequests = {
  from_id: string;
  to_id: string;
  created_at: Generated<Date>;
};
export type Friendships = {
  user_id: string;
  friend_id: string;
  id: string;
};
export type Notifications = {
  id: string;
  to_id: string;
  from_id: string;
  type: string;
  title: string;
  post_type: string | null;
  post_id: string | null;
  checked_at: Date | null;
  created_at: Generated<Date>;
};
export type People = {
  id: string;
  name: string;
  surname: string;
  birth_date: string;
  country: Generated<string>;
  city: Generated<string>;
  about_me: Generated<string>;
  avatar_url: Generated<string>;
  banner_url: Generated<string>;
  friends_count: Generated<number>;
  subscribes_count: Generated<number>;
  photos_count: Generated<number>;
  posts_count: Generated<number>;
  is_listed: Generated<boolean>;
  last_online_at: Date | null;
  search: ColumnType<string, never, never>;
  search_surname: ColumnType<string, never, never>;
};
export type SessionTokens = {
  hash: Buffer;
  session_id: string;
  turn: number;
  first_used_at: Date | null;
  dies_at: Date | null;
};
export type Sessions = {
  id: string;
  user_id: string;
  media_hash: Buffer;
  device: string;
  created_at: Generated<Date>;
  used_at: Generated<Date>;
};
export type VisitNotices = {
  from_id: string;
  to_id: string;
  day: string;
};
export type Visits = {
  day: string;
  members: Generated<number>;
  visitors: Generated<number>;
};

export type Tables = {
  account_links: AccountLinks;
  accounts: Accounts;
  friend_refusals: FriendRefusals;
  friend_requests: FriendRequests;
  friendships: Friendships;
  notifications: Notifications;
  people: People;
  session_tokens: SessionTokens;
  sessions: Sessions;
  visit_notices: VisitNotices;
  visits: Visits;
};
