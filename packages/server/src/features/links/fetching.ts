import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@respa/contract/durations';
import { AppError } from '@respa/contract/app-errors';
import { DAY_MS } from '@respa/contract/durations';
import { LINK_CARDS } from '@respa/contract/limits';
import type { FetchLimits } from '#platform/http/safe-fetch.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { now, nowMs } from '#platform/runtime/clock.ts';
import { firstIdOf } from '#platform/runtime/ids.ts';
import {
  keepPrepared,
  pictureOf,
  preparePicture,
  removeMedia,
  type Prepared,
} from '#features/media/service.ts';
import { findOembed, readOembed } from './oembed.ts';
import { readPage, type PageTags } from './page-tags.ts';
import * as queries from './queries.ts';
import { addFetch, announce } from './service.ts';

export const FOLDER = 'linkcards';
const TIMEOUT_MS = 3_000;
const REDIRECTS = 3;
const PAGE: FetchLimits = {
  timeoutMs: TIMEOUT_MS,
  maxBytes: 512 * 1024,
  redirects: REDIRECTS,
  accept: 'text/html',
  accepts: (type) => type === 'text/html',
  isCut: true,
  isEnough: (body) => /<\/head\s*>/i.test(body.toString('latin1')),
};
const OEMBED: FetchLimits = {
  timeoutMs: TIMEOUT_MS,
  maxBytes: 64 * 1024,
  redirects: REDIRECTS,
  accept: 'application/json',
  accepts: (type) => type === 'application/json',
};
const PICTURE: FetchLimits = {
  timeoutMs: TIMEOUT_MS,
  maxBytes: 5 * 1024 * 1024,
  redirects: REDIRECTS,
  accept: 'image/webp, image/png, image/jpeg, image/gif',
  accepts: (type) => /^image\/(?:webp|png|jpe?g|gif|avif)$/.test(type),
};
/** The longest side of a card's picture, in pixels. */
const PICTURE_SIZE = 640;
/** How many texts are told that their card is ready, and how old they may be. */
const [MOST_TOLD, TOLD_MS] = [50, HOUR_MS];

/**
 * Fetches the page of a card and stores what it says of itself, or that it says nothing, for a day.
 * A site that was requested too often waits for a minute. Idempotent.
 */
export async function fetchCard(context: AppContext, hex: string): Promise<void> {
  const hash = Buffer.from(hex, 'hex');
  const card = context.config.linkCards ? await queries.findCard(context.db, hash) : undefined;
  if (card === undefined) return;
  const minuteAgo = new Date(nowMs() - MINUTE_MS);
  const most = LINK_CARDS.perSiteMinute;
  if ((await queries.countFetched(context.db, card.site_key, minuteAgo, most)) >= most)
    return addFetch(context, context.db, hash, { at: new Date(nowMs() + MINUTE_MS) });
  const tags = await describe(context, card.url);
  const picture = tags === null ? null : await fetchPicture(context, tags.picture);
  await store(context, hash, tags, picture);
  for (const row of await queries.pickAttached(
    context.db,
    hash,
    firstIdOf(nowMs() - TOLD_MS),
    MOST_TOLD,
  ))
    await announce(context, row);
}

/** Returns what a page says of itself; null if it cannot be read or has no title. */
async function describe({ links, log }: AppContext, url: string): Promise<PageTags | null> {
  try {
    const oembed = findOembed(url);
    const tags =
      oembed === null
        ? await links.fetch(url, PAGE).then((page) => readPage(page.body, page.charset, page.url))
        : await links
            .fetch(oembed.url, OEMBED)
            .then(({ body }) => readOembed(body, oembed.site, url));
    return tags.title === '' ? null : tags;
  } catch (error) {
    log.debug({ reason: (error as Error).message }, 'a page has no card');
    return null;
  }
}

/** Fetches a picture and makes our own of its pixels; null if that fails. */
async function fetchPicture(context: AppContext, url: string): Promise<Prepared | null> {
  if (url === '') return null;
  const path = join(context.stagingDir, `${randomUUID()}.part`);
  try {
    const { body } = await context.links.fetch(url, PICTURE);
    await writeFile(path, body, { flag: 'wx' });
    return await preparePicture(context, { path, bytes: body.length }, FOLDER, {
      most: PICTURE_SIZE,
      // Nobody's quota counts it, and an animation may take megabytes.
      isStill: true,
    });
  } catch (error) {
    context.log.debug({ reason: (error as Error).message }, 'a card has no picture');
    return null;
  } finally {
    await rm(path, { force: true });
  }
}

async function store(
  context: AppContext,
  hash: Buffer,
  tags: PageTags | null,
  picture: Prepared | null,
): Promise<void> {
  const { site = '', title = '', text = '' } = tags ?? {};
  const write = (prepared: Prepared[]) =>
    keepPrepared(context, prepared, { ownerId: null }, async (tx, after) => {
      const former = await queries.lockCard(tx, hash);
      if (former === undefined) return undefined;
      if (former.picture !== null)
        await removeMedia(context, tx, after, FOLDER, [former.picture.name]);
      await queries.updateCard(tx, hash, {
        status: tags === null ? 'none' : 'ready',
        site,
        title,
        text,
        picture: prepared[0] === undefined ? null : pictureOf(prepared[0]),
        fetched_at: now(),
      });
      return true;
    });
  try {
    await write(picture === null ? [] : [picture]);
  } catch (error) {
    // No room for the picture: the words are enough.
    if (!(error instanceof AppError) || picture === null) throw error;
    await write([]);
  }
}

const BATCH = 200;
/** Deletes cards that nothing has shown for a month. Idempotent. */
export async function sweepLinks(context: AppContext): Promise<void> {
  while ((await transaction(context, (tx) => queries.deleteLost(tx, BATCH))) === BATCH);
  const before = new Date(nowMs() - LINK_CARDS.keptDays * DAY_MS);
  for (let count = BATCH; count === BATCH;)
    count = await transaction(context, async (tx, after) => {
      const deleted = await queries.deleteUnused(tx, before, BATCH);
      const names = deleted.flatMap(({ picture }) => (picture === null ? [] : [picture.name]));
      await removeMedia(context, tx, after, FOLDER, names);
      return deleted.length;
    });
}
