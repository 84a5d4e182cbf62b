// What posts of walls and articles of communities have in common.
import type { Static } from 'typebox';
import type { Versions } from '@respa/contract/post-options';
import { DAY_MS } from '@respa/contract/durations';
import { COMMUNITIES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Db } from '#platform/database/db.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { gatherVersions, type PostKind } from './version-queries.ts';

export { insertVersion } from './version-queries.ts';
export type { PostVideos, ShownVideo } from './state.ts';

/**
 * Parses the scheduled publication time of a post; null means none. Throws `bad_date` if it is no
 * moment within the next year.
 */
export function parsePublishAt(input: string | undefined): Date | null {
  if (input === undefined || input === '') return null;
  const at = new Date(input);
  const wait = at.getTime() - nowMs();
  if (!(wait > 0 && wait <= COMMUNITIES.daysAhead * DAY_MS))
    throw appError('bad_date', {
      fields: { publishAt: 'Выберите время в будущем, не дальше года.' },
    });
  return at;
}

/** Returns the former texts of a post that the caller may read, the newest first. */
export async function listVersions(
  db: Db,
  kind: PostKind,
  id: string,
): Promise<Static<typeof Versions>> {
  const rows = (await gatherVersions(db, kind, [id])).get(id) ?? [];
  return {
    versions: rows.map(({ title, text, mentions, written_at: at }) => ({
      title,
      text,
      ...(mentions.length === 0 ? {} : { mentions }),
      date: at.toISOString(),
    })),
  };
}
/** Returns the former texts of edited posts as the data archive holds them, by post. */
export async function exportedVersions(
  db: Db,
  kind: PostKind,
  rows: readonly { id: string; edited_at: Date | null }[],
): Promise<Map<string, object>> {
  const found = await gatherVersions(
    db,
    kind,
    rows.flatMap(({ id, edited_at: edited }) => (edited === null ? [] : [id])),
  );
  return new Map(
    [...found].map(([id, versions]) => [
      id,
      {
        versions: versions.map(({ title, text, written_at: date }) => ({
          ...(kind === 'publicpost' ? { title } : {}),
          text,
          date,
        })),
      },
    ]),
  );
}
/** Returns the descriptions of a post's pictures as the data archive holds them. */
export const exportedAlts = (pictures: readonly { name: string; alt?: string }[]): object => {
  const described = pictures.flatMap(({ name, alt }) => (alt === undefined ? [] : [{ name, alt }]));
  return described.length === 0 ? {} : { descriptions: described };
};
