import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import { AppError, appError } from '@respa/contract/app-errors';
import { findCardUrl, mayHaveAddress } from '@respa/contract/card-links';
import type { LinkCard, LinkedKind } from '@respa/contract/link-cards';
import { LINK_CARDS } from '@respa/contract/limits';
import type { Mention } from '@respa/contract/rich-text';
import type { StyledPart } from '@respa/contract/formatting';
import type { Db, Tx } from '#platform/database/db.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { now, nowMs } from '#platform/runtime/clock.ts';
import * as queries from './queries.ts';

export { copyOfMessage as copyLink, type Container } from './queries.ts';

export type ShownLink = Static<typeof LinkCard>;
/** The address that the card of a text will show. */
export type PlannedLink = { hash: Buffer; url: string };

type Written = {
  text: string;
  mentions?: readonly Mention[];
  formatting?: readonly StyledPart[];
};
/**
 * Returns the link of a text that gets a card; null if there is none, if cards are off for the site
 * or the author, or if the author has used their limit. Call it before the transaction.
 */
export async function planLink(
  context: AppContext,
  authorId: string,
  written: Written,
): Promise<PlannedLink | null> {
  const { config, db, limits } = context;
  if (!config.linkCards) return null;
  const url = findCardUrl(written, new URL(config.publicUrl).origin);
  if (url === null || !(await queries.findSetting(db, authorId))) return null;
  try {
    await limits.spend('linkCards', authorId);
    await limits.spend('dailyLinkCards', authorId);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
  return { hash: createHash('sha256').update(url).digest(), url };
}

/** Returns what a site is called when its requests are counted: the end of its host name. */
const siteKeyOf = (url: string): string => {
  const { hostname } = new URL(url);
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
};
const isFresh = (fetchedAt: Date | null): boolean =>
  fetchedAt !== null && fetchedAt.getTime() > nowMs() - LINK_CARDS.freshSeconds * 1_000;
/**
 * Attaches the planned card to a message or post in the transaction that writes it, in place of a
 * former one, and adds the job that fetches the page unless that happened within a day.
 */
export async function attachLink(
  context: AppContext,
  tx: Tx,
  { container, authorId }: { container: queries.Container; authorId: string },
  planned: PlannedLink | null,
): Promise<void> {
  if (planned === null) return;
  const { hash, url } = planned;
  await queries.insertCard(tx, { url_hash: hash, url, site_key: siteKeyOf(url) });
  await queries.attach(tx, container, authorId, hash);
  if (!isFresh((await queries.findCard(tx, hash))?.fetched_at ?? null))
    await addFetch(context, tx, hash, { owner: authorId });
}
/** Does the same for a text that was edited, which may have lost its link. */
export async function reattachLink(
  context: AppContext,
  tx: Tx,
  of: { container: queries.Container; authorId: string },
  planned: PlannedLink | null,
): Promise<void> {
  if (planned === null) await detachLink(tx, of.container.kind, of.container.id);
  else await attachLink(context, tx, of, planned);
}
export const detachLink = async (tx: Tx, kind: LinkedKind, id: string): Promise<void> =>
  void (await queries.detach(tx, kind, id));

/** Adds the job that fetches a page; one for each address. */
export function addFetch(
  { jobs }: AppContext,
  db: Db,
  hash: Buffer,
  options: { owner?: string; at?: Date } = {},
): Promise<void> {
  const hex = hash.toString('hex');
  return jobs.add(
    db,
    'links.fetch',
    { hash: hex },
    { key: `links.fetch:${hex}`, attempts: 3, ...options },
  );
}

/**
 * Returns the cards of those messages or posts that have one, by the id of the message or post. The
 * caller has checked visibility.
 */
export async function gatherLinks(
  db: Db,
  kind: LinkedKind,
  rows: readonly { id: string; text: string }[],
): Promise<Map<string, ShownLink>> {
  const ids = rows.flatMap(({ id, text }) => (mayHaveAddress(text) ? [id] : []));
  if (ids.length === 0) return new Map();
  const cards = await queries.pickShown(db, kind, ids);
  return new Map(cards.map(({ id, ...card }) => [id, card]));
}

/**
 * Removes the card of an own message or post; it does not come back. Idempotent. Throws
 * `not_found`, also to those who may not.
 */
export async function removeLink(
  context: AppContext,
  viewer: Viewer,
  kind: LinkedKind,
  id: string,
): Promise<void> {
  const mayRemove = context.links.mayRemove.get(kind);
  if (mayRemove === undefined || !(await mayRemove(viewer.id, id))) throw appError('not_found');
  const row = await transaction(context, (tx) => queries.markRemoved(tx, kind, id, now()));
  if (row !== undefined) await announce(context, row);
}
/** Tells the features that the card of a message or post has changed. */
export const announce = (context: AppContext, row: queries.AttachedRow): Promise<void> =>
  context.signals.emit('linkCardChanged', {
    kind: row.message_id !== null ? 'message' : row.post_id !== null ? 'userpost' : 'publicpost',
    id: (row.message_id ?? row.post_id ?? row.article_id)!,
    roomId: row.room_id,
    authorId: row.author_id,
  });
