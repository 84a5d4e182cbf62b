import { findSteps } from '../../../packages/server/src/features/home/step-queries.ts';
import {
  countUnread as countNotices,
  pickNotifications,
} from '../../../packages/server/src/features/notifications/queries.ts';
import { gatherCards } from '../../../packages/server/src/features/people/queries.ts';
import { pickListed } from '../../../packages/server/src/features/people/directory-queries.ts';
import {
  findRelations,
  pickFriends,
} from '../../../packages/server/src/features/people/relations.ts';
import {
  gatherCounts,
  gatherLikedComments,
  gatherWriters,
} from '../../../packages/server/src/features/reactions/queries.ts';
import { pickComments } from '../../../packages/server/src/features/reactions/comment-list-queries.ts';
import {
  pickFriendsPosts,
  pickPopular,
  pickOwn,
  pickWall,
} from '../../../packages/server/src/features/wall/list-queries.ts';
import type { Db } from '../../../packages/server/src/platform/database/db.ts';
import {
  pickOptions,
  pickOwnVotes,
  pickPolls,
  pickVoters,
  pickVotesOf,
} from '../../../packages/server/src/features/polls/queries.ts';
import { LAST_ID } from '../../../packages/server/src/platform/database/paging.ts';
import {
  COMMENT,
  DRAFT,
  FRIENDSHIP,
  NOTICE,
  OPTION,
  PERSON,
  POLL,
  POST,
  VOTE,
  id,
  me,
} from './plan-fixtures.ts';

const somePosts = Array.from({ length: 10 }, (_, turn) => id(POST, 1 + turn * 60));
const somePolls = Array.from({ length: 10 }, (_, turn) => id(POLL, 1 + turn * 60));
export const SOCIAL_LISTS: [string, (on: Db) => Promise<unknown>][] = [
  ['a wall', (on) => pickWall(on, me, { skip: 0, limit: 11, isPublic: false })],
  [
    'a wall far down',
    (on) => pickWall(on, me, { before: id(POST, 58_100), skip: 0, limit: 11, isPublic: false }),
  ],
  [
    'a wall with few public posts',
    (on) => pickWall(on, me, { skip: 0, limit: 11, isPublic: true }),
  ],
  [
    'public posts far down',
    (on) => pickWall(on, me, { before: id(POST, 58_030), skip: 0, limit: 11, isPublic: true }),
  ],
  ['drafts', (on) => pickOwn(on, me, 'draft', { limit: 11 })],
  [
    'drafts from a cursor',
    (on) => pickOwn(on, me, 'draft', { before: id(DRAFT, 3_000), limit: 11 }),
  ],
  ['exported posts', (on) => pickOwn(on, me, 'published', { limit: 200 })],
  ["friends' news", (on) => pickFriendsPosts(on, me, { limit: 11 })],
  [
    "friends' news far down",
    (on) => pickFriendsPosts(on, me, { before: id(POST, 20_000), limit: 11 }),
  ],
  ['popular posts', (on) => pickPopular(on, me, { since: id(POST, 1), read: 300, limit: 15 })],
  ['the first steps', (on) => findSteps(on, me)],
  ['friends', (on) => pickFriends(on, me, { limit: 51 })],
  [
    'friends from a cursor, without some',
    (on) =>
      pickFriends(on, me, { before: id(FRIENDSHIP, 100), limit: 51, without: [id(PERSON, 60)] }),
  ],
  ['friends by name', (on) => pickFriends(on, me, { limit: 51, matching: 'котов' })],
  [
    'relations of a page',
    (on) =>
      findRelations(
        on,
        me,
        Array.from({ length: 20 }, (_, turn) => id(PERSON, turn * 60)),
      ),
  ],
  ['the directory', (on) => pickListed(on, me, '', { skip: 0, limit: 21 })],
  [
    'the directory far down',
    (on) => pickListed(on, me, '', { before: id(PERSON, 300), skip: 0, limit: 21 }),
  ],
  ['a search for one letter', (on) => pickListed(on, me, 'к', { skip: 0, limit: 21 })],
  ['a search for two letters', (on) => pickListed(on, me, 'ко', { skip: 0, limit: 21 })],
  ['a search for three letters', (on) => pickListed(on, me, 'кот', { skip: 0, limit: 21 })],
  ['a search for a full name', (on) => pickListed(on, me, 'полина рябов5', { skip: 0, limit: 21 })],
  ['a search without results', (on) => pickListed(on, me, 'кщщ', { skip: 0, limit: 21 })],
  [
    'cards of a page',
    (on) =>
      gatherCards(
        on,
        Array.from({ length: 20 }, (_, turn) => id(PERSON, turn * 60)),
      ),
  ],
  [
    'counts of a page',
    (on) =>
      gatherCounts(
        on,
        me,
        Array.from({ length: 10 }, (_, turn) => id(POST, turn * 60)),
      ),
  ],
  ['comments', (on) => pickComments(on, me, id(POST, 60_000), { skip: 0, limit: 51 })],
  [
    'comments from a cursor',
    (on) =>
      pickComments(on, me, id(POST, 60_000), { before: id(COMMENT, 58_100), skip: 0, limit: 51 }),
  ],
  [
    'liked comments',
    (on) =>
      gatherLikedComments(
        on,
        me,
        Array.from({ length: 50 }, (_, turn) => id(COMMENT, turn)),
      ),
  ],
  [
    'authors of the comments replied to',
    (on) =>
      gatherWriters(
        on,
        me,
        Array.from({ length: 50 }, (_, turn) => id(COMMENT, turn)),
      ),
  ],
  ['polls of a page', (on) => pickPolls(on, 'userpost', somePosts)],
  ['options of a page of polls', (on) => pickOptions(on, somePolls)],
  ['own votes on a page of polls', (on) => pickVotesOf(on, me, somePolls)],
  ['voters of an option', (on) => pickVoters(on, id(OPTION, 1), LAST_ID, 21)],
  ['voters from a cursor', (on) => pickVoters(on, id(OPTION, 1), id(VOTE, 20_000), 21)],
  ['own votes of a member', (on) => pickOwnVotes(on, me, id(VOTE, 10), 101)],
  ['notices', (on) => pickNotifications(on, me, { limit: 31 })],
  [
    'notices from a cursor',
    (on) => pickNotifications(on, me, { before: id(NOTICE, 57_100), limit: 31 }),
  ],
  ...(['people', 'reactions', 'news'] as const).map(
    (section): [string, (on: Db) => Promise<unknown>] => [
      `notices of the section ${section}`,
      (on) => pickNotifications(on, me, { before: id(NOTICE, 57_100), limit: 31, section }),
    ],
  ),
  ['unread notices', (on) => countNotices(on, me)],
];
