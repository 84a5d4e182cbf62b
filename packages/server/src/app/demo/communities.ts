import { DAY_MS } from '@respa/contract/durations';
import { seedPictures, type SeededPicture } from '#features/media/seed.ts';
import { discardPrepared, pictureOf, type Folder, type Prepared } from '#features/media/service.ts';
import {
  inventArticle,
  inventCommunity,
  COMMUNITY_NAMES,
  seedArticles,
  seedCommunities,
  seedSubscriptions,
  type SeededArticle,
  type SeededSubscription,
} from '#features/communities/seed.ts';
import {
  REMARKS,
  seedComments,
  seedLikes,
  seedObjects,
  type SeededComment,
  type SeededLike,
  type SeededObject,
} from '#features/reactions/seed.ts';
import type { Random } from '#platform/runtime/seeded-random.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Member } from './members.ts';
import { drawLandscape } from './landscape.ts';
import { anotherOf, storeDrawn } from './pictures.ts';

const MEAN_SUBSCRIPTIONS = 4;
const MEAN_ARTICLES = 8;
const [MOST_SCENES, MAX_AVATARS] = [24, 8];
/** How many pictures are written to disk at once. */
const AT_ONCE = 16;

export type Community = {
  id: string;
  at: number;
  admin: Member;
  name: string;
  description: string;
  readers: Member[];
  articles: number;
};

/**
 * Generates the communities of a network and their readers: a few are read by very many. The
 * communities of the six gamers come from their stories.
 */
export function inventCommunities(
  random: Random,
  members: readonly Member[],
  end: number,
): Community[] {
  const people = members.filter(({ gamer }) => gamer === undefined);
  const count =
    people.length < 10 ? 0 : Math.min(COMMUNITY_NAMES, 3 + Math.floor(people.length / 400));
  const communities = Array.from({ length: count }, (_, index): Community => {
    const admin = random.pick(people);
    const at = Math.floor(admin.joined + random.next() * 0.5 * (end - admin.joined));
    return {
      id: random.id(at),
      at,
      admin,
      ...inventCommunity(random, index),
      readers: [admin],
      articles: 1 + random.skewed(MEAN_ARTICLES, 60),
    };
  });
  for (const reader of count === 0 ? [] : people) {
    const chosen = new Set(
      Array.from(
        { length: random.skewed(MEAN_SUBSCRIPTIONS, 60) },
        () => communities[Math.floor(count * random.next() ** 2)]!,
      ),
    );
    for (const community of chosen) if (community.admin !== reader) community.readers.push(reader);
  }
  return communities;
}

/**
 * Writes communities with all their posts and comments; the counters match the rows. `mayGoOn` is
 * called between portions.
 */
export async function fillCommunities(
  context: AppContext,
  random: Random,
  communities: readonly Community[],
  { end, mayGoOn }: { end: number; mayGoOn: () => void },
): Promise<number> {
  if (communities.length === 0) return 0;
  const [faces, scenes] = [
    await draw(context, 'publicavatars', Math.min(MAX_AVATARS, communities.length), 320, 320),
    await draw(context, 'publicposts', Math.min(MOST_SCENES, 4 + communities.length), 960, 640),
  ];
  for (const community of communities) {
    mayGoOn();
    await fillCommunity(context, random, community, { end, face: random.pick(faces), scenes });
  }
  await discardPrepared(context, [...faces, ...scenes]);
  return communities.length;
}

type Draft = Omit<SeededArticle, 'picture'> & SeededObject & { scene: Prepared };
type Written = { drafts: Draft[]; likes: SeededLike[]; comments: SeededComment[] };
type Between = (from: number, to?: number) => number;

/** Invents the articles of a community with their likes and comments. */
function inventArticles(
  random: Random,
  { id: publicId, at: founded, admin, readers, articles: count }: Community,
  { end, between, scenes }: { end: number; between: Between; scenes: Prepared[] },
): Written {
  const [likes, comments]: [SeededLike[], SeededComment[]] = [[], []];
  const drafts = Array.from({ length: count }, () => {
    const at = between(founded);
    const id = random.id(at);
    const first = random.integer(readers.length);
    // Neighbours in a list are different people: one person likes once.
    const fans = Array.from(
      { length: Math.min(readers.length, random.skewed(6, 300)) },
      (_, turn) => readers[(first + turn) % readers.length]!,
    );
    const later = ({ joined }: Member) => {
      const from = Math.max(at, joined);
      return new Date(between(from, Math.min(end, from + 3 * DAY_MS)));
    };
    for (const fan of fans) likes.push({ objectId: id, userId: fan.id, at: later(fan) });
    const remarks = random.next() < 0.5 ? 1 + random.skewed(2, 12) : 0;
    for (let turn = 0; turn < remarks; turn += 1) {
      const author = random.pick(readers);
      const when = later(author);
      comments.push({
        id: random.id(when.getTime()),
        objectId: id,
        authorId: author.id,
        text: random.pick(REMARKS),
        at: when,
      });
    }
    return {
      id,
      publicId,
      authorId: admin.id,
      ...inventArticle(random),
      at: new Date(at),
      ownerId: null,
      likes: fans.length,
      comments: remarks,
      scene: random.pick(scenes),
    };
  });
  return { drafts, likes, comments };
}
/** Stores a picture for each article, some at once. */
async function storePictures(
  context: AppContext,
  ownerId: string,
  drafts: readonly Draft[],
): Promise<SeededPicture[]> {
  const pictures: SeededPicture[] = [];
  for (let from = 0; from < drafts.length; from += AT_ONCE)
    pictures.push(
      ...(await Promise.all(
        drafts
          .slice(from, from + AT_ONCE)
          .map(({ scene, id, at }) => anotherOf(context, scene, { ownerId, scopeId: id, at })),
      )),
    );
  return pictures;
}
/** Writes rows in portions that one statement can take. */
async function inPortions<T>(rows: readonly T[], write: (part: T[]) => Promise<void>) {
  for (let from = 0; from < rows.length; from += 10_000)
    await write(rows.slice(from, from + 10_000));
}

async function fillCommunity(
  context: AppContext,
  random: Random,
  community: Community,
  { end, face, scenes }: { end: number; face: Prepared; scenes: Prepared[] },
): Promise<void> {
  const { db } = context;
  const { id: publicId, at: founded, admin, name, description, readers } = community;
  const between: Between = (from, to = end) =>
    Math.floor(from + random.next() * Math.max(0, to - from));
  const { drafts, likes, comments } = inventArticles(random, community, { end, between, scenes });
  const at = new Date(founded);
  const shown = await anotherOf(context, face, { ownerId: admin.id, scopeId: publicId, at });
  const pictures = await storePictures(context, admin.id, drafts);
  const articles = drafts.map((draft, index): SeededArticle => ({
    ...draft,
    picture: pictureOf({ ...draft.scene, name: pictures[index]!.name }),
  }));
  const subscriptions = readers.map((reader): SeededSubscription => ({
    publicId,
    userId: reader.id,
    id: random.id(reader === admin ? founded : between(Math.max(founded, reader.joined))),
  }));

  const counters = { subscribers: readers.length, posts: drafts.length };
  await seedCommunities(db, [
    { id: publicId, name, description, avatarUrl: shown.name, adminId: admin.id, at, ...counters },
  ]);
  await inPortions(subscriptions, (part) => seedSubscriptions(db, part));
  await seedArticles(db, articles);
  await seedPictures(db, [shown, ...pictures]);
  await seedObjects(db, 'publicpost', drafts);
  await inPortions(likes, (part) => seedLikes(db, part));
  await seedComments(db, comments);
}

/** Stores landscapes that belong to no one yet. */
const draw = (
  context: AppContext,
  folder: Folder,
  count: number,
  width: number,
  height: number,
): Promise<Prepared[]> =>
  storeDrawn(
    context,
    folder,
    Array.from({ length: count }, (_, index) => () => drawLandscape(100 + index, width, height)),
  );
