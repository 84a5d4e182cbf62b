import { appError } from '@respa/contract/app-errors';
import { firstCharacters } from '@respa/contract/characters';
import { CATALOGUE, FILES } from '@respa/contract/limits';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import {
  choosePictures,
  keepPrepared,
  pictureOf,
  readKeep,
  findKind,
  registerPurpose,
  removeMedia,
  useUpload as spend,
} from '#features/media/service.ts';
import { readDescribed } from '#features/people/service.ts';
import { insertObject } from '#features/reactions/service.ts';
import { readLabels } from './labels.ts';
import { assertIsAdmin } from './policy.ts';
import * as changes from './game-change-queries.ts';
import * as queries from './queries.ts';
import * as versions from './version-queries.ts';
import {
  DOWNLOADS,
  type GameFiles,
  type GameText,
  PICTURES,
  type Apk,
  storeFormFiles,
  fileOf,
  identityOf,
  assertFits,
} from './game-files.ts';

const FIRST_VERSION = '1.0';

/**
 * Restricts resumable uploads of applications to those who manage the catalogue, and refuses what
 * is no archive while it arrives.
 */
export function admitUploads(context: AppContext): void {
  registerPurpose(
    context,
    'apk',
    async (_tx, viewer, bytes) => {
      assertIsAdmin(viewer);
      if (bytes > FILES.apk) throw appError('too_large');
    },
    async ({ path, filename }) => {
      const { type } = await findKind(path, filename);
      if (type !== 'apk' && type !== 'zip') throw appError('bad_apk');
    },
  );
}

async function spendUpload(context: AppContext, tx: Tx, { upload }: GameText): Promise<void> {
  if (upload !== undefined && upload !== '') await spend(context, tx, upload);
}
const labelsOf = ({ genres, tags }: Pick<queries.GameRow, 'genres' | 'tags'>) => [
  ...genres.map((name) => ({ name, is_genre: true })),
  ...tags.map((name) => ({ name, is_genre: false })),
];
/** Updates the counts of the labels that a game gained and lost. */
export async function recount(
  tx: Tx,
  before: Pick<queries.GameRow, 'genres' | 'tags'>,
  after: Pick<queries.GameRow, 'genres' | 'tags'>,
): Promise<void> {
  const [had, has] = [labelsOf(before), labelsOf(after)];
  const changed = [
    ...has
      .filter(({ name }) => !had.some((one) => one.name === name))
      .map((one) => ({ ...one, by: 1 as const })),
    ...had
      .filter(({ name }) => !has.some((one) => one.name === name))
      .map((one) => ({ ...one, by: -1 as const })),
  ];
  if (changed.length > 0) await queries.countLabels(tx, changed);
}

/**
 * Adds a game. Throws `forbidden`, `bad_tags`, `bad_mentions`, and the errors of the pictures and
 * the file. Not idempotent: two calls add two games. Returns its id.
 */
export async function createGame(
  context: AppContext,
  viewer: Viewer,
  input: GameText & { name: string; files: GameFiles },
): Promise<string> {
  assertIsAdmin(viewer);
  const { genres = [], tags = [] } = readLabels(input);
  const mentions = (await readDescribed(context, viewer, input)) ?? [];
  const id = newId();
  return storeFormFiles(context, viewer, input, ({ preview, screenshots, apk, all }) =>
    keepPrepared(context, all, { ownerId: viewer.id, scopeId: id }, async (tx) => {
      await spendUpload(context, tx, input);
      const version =
        input.version ||
        firstCharacters(apk?.passport.versionName ?? '', CATALOGUE.version) ||
        FIRST_VERSION;
      await changes.insertGame(tx, {
        id,
        name: input.name,
        description: input.description ?? '',
        mentions,
        genres,
        tags,
        preview: preview === undefined ? null : pictureOf(preview),
        screenshots: screenshots.map(pictureOf),
        version,
        ...(apk === null
          ? { package: null, version_code: null, certificate: null }
          : identityOf(apk)),
      });
      await versions.insertVersion(tx, {
        id: newId(),
        game_id: id,
        version,
        changes: input.changes ?? '',
        ...fileOf(apk),
      });
      await insertObject(tx, id, 'game', null);
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'add_game',
        kind: 'game',
        objectId: id,
      });
      await recount(tx, { genres: [], tags: [] }, { genres, tags });
      return id;
    }),
  );
}
export type GameEdit = GameText & { keep?: string; removePreview: boolean; files: GameFiles };
/**
 * Changes a game; omitted fields stay. A new file is a new version, and so is a new version name of
 * a game without files; otherwise the newest version is corrected. Throws `forbidden`, `not_found`,
 * `bad_tags`, `bad_mentions`, `too_many_screenshots`, `other_certificate`, `other_package`,
 * `older_version`, and the errors of the pictures and the file.
 */
export async function editGame(
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: GameEdit,
): Promise<void> {
  assertIsAdmin(viewer);
  if (!isId(id) || !(await queries.hasGame(context.db, id))) throw appError('not_found');
  const labels = readLabels(input);
  const mentions = await readDescribed(context, viewer, input);
  const keep = input.keep === undefined ? undefined : readKeep(input.keep);
  await storeFormFiles(context, viewer, input, ({ preview, screenshots, apk, all }) =>
    keepPrepared(context, all, { ownerId: viewer.id, scopeId: id }, async (tx, after) => {
      const before = await queries.lockGame(tx, id);
      if (before === undefined) throw appError('not_found');
      if (apk !== null) assertFits(before, apk);
      await spendUpload(context, tx, input);
      const { kept, dropped } = choosePictures(before.screenshots, keep);
      if (kept.length + screenshots.length > CATALOGUE.screenshots)
        throw appError('too_many_screenshots');
      const version = await saveVersion(tx, before, input, apk);
      const isBare = preview !== undefined || input.removePreview;
      const change = {
        name: input.name ?? before.name,
        description: input.description ?? before.description,
        mentions: mentions ?? before.mentions,
        genres: labels.genres ?? before.genres,
        tags: labels.tags ?? before.tags,
        screenshots: [...kept, ...screenshots.map(pictureOf)],
        version,
        updated_at: now(),
        ...(isBare ? { preview: preview === undefined ? null : pictureOf(preview) } : {}),
        ...(apk === null ? {} : identityOf(apk)),
      };
      await changes.updateGame(tx, id, change);
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'edit_game',
        kind: 'game',
        objectId: id,
      });
      await recount(tx, before, change);
      await removeMedia(context, tx, after, PICTURES, [
        ...dropped,
        ...(isBare && before.preview !== null ? [before.preview.name] : []),
      ]);
      await removeMedia(
        context,
        tx,
        after,
        DOWNLOADS,
        await versions.dropOldFiles(tx, id, CATALOGUE.keptFiles),
      );
      return true;
    }),
  );
}
/** Writes the version fields of the form; returns the name of the newest version. */
async function saveVersion(
  tx: Tx,
  before: queries.GameRow,
  input: GameText,
  apk: Apk | null,
): Promise<string> {
  const [newest] = await versions.pickVersions(tx, before.id, { limit: 1 });
  // The documented form sends the version that it was given, whatever the file says.
  const notified = input.version || undefined;
  const isNew =
    apk !== null || (newest?.file == null && notified !== undefined && notified !== before.version);
  if (isNew) {
    const version =
      apk === null || (notified !== undefined && notified !== before.version)
        ? notified!
        : firstCharacters(apk.passport.versionName, CATALOGUE.version) || before.version;
    await versions.insertVersion(tx, {
      id: newId(),
      game_id: before.id,
      version,
      changes: input.changes ?? '',
      ...fileOf(apk),
    });
    return version;
  }
  const version = notified ?? before.version;
  if (newest !== undefined)
    await versions.updateVersion(tx, newest.id, {
      version,
      changes: input.changes ?? newest.changes,
    });
  return version;
}
