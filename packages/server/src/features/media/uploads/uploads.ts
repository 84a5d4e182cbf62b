import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Server as TusServer } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HOUR_MS } from '@respa/contract/durations';
import { AppError, appError } from '@respa/contract/app-errors';
import { UPLOADS } from '@respa/contract/limits';
import { UPLOADS_PATH, UPLOAD_PURPOSES, type UploadPurpose } from '@respa/contract/uploads';
import { nowMs, secondsFromNow } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { cleanFilename } from '#platform/storage/filenames.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import { addressKey } from '#platform/http/address-key.ts';
import { bearerOf, type App, type Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction } from '#platform/database/transaction.ts';
import { handleAtPace } from './slow-uploads.ts';
import { answerOf } from './upload-answers.ts';
import { HashingStore } from './upload-store.ts';
import * as queries from './upload-queries.ts';

/**
 * Checks whether a user may start an upload of `bytes`; throws the reason if not. `waiting` is the
 * total size of their unfinished uploads. Uploads of one user are started one after another.
 */
export type AdmitUpload = (tx: Tx, viewer: Viewer, bytes: number, waiting: number) => Promise<void>;

/**
 * Checks the content of an upload; throws the reason if it is not what its purpose needs. `isWhole`
 * is false when only the beginning has arrived.
 */
export type CheckUpload = (
  file: Pick<StagedFile, 'path' | 'filename' | 'sender'>,
  isWhole: boolean,
) => Promise<void>;
/** What a feature says about the uploads of a purpose. */
export type Purpose = { admit: AdmitUpload; check?: CheckUpload };

const BATCH = 200;
const folderOf = (context: AppContext) => join(context.config.dataDir, 'uploads');
/** Returns the files of an upload: its bytes, and the protocol's own data beside them. */
export const filesOf = (context: AppContext, id: string) => [
  join(folderOf(context), id),
  join(folderOf(context), `${id}.json`),
];

export const SHARED = 'uploads';
export const sharedName = (id: string) => `${id}.part`;

/**
 * Registers the checks for starting uploads of a purpose, and for their content. A purpose that is
 * not registered is refused.
 */
export function registerPurpose(
  context: AppContext,
  purpose: UploadPurpose,
  admit: AdmitUpload,
  check?: CheckUpload,
): void {
  context.media.purposes.set(purpose, { admit, ...(check === undefined ? {} : { check }) });
}

/**
 * Mounts resumable uploads (tus 1.0) at `/api/uploads`. Received bytes can be continued from, also
 * after the server was killed.
 */
export function mountUploads(app: App): void {
  const { http, context } = app;
  const viewers = new WeakMap<object, Viewer>();
  const tus = new TusServer({
    path: UPLOADS_PATH,
    relativeLocation: true,
    allowedOrigins: [],
    postReceiveInterval: 60_000,
    datastore: new HashingStore(
      { directory: folderOf(context), expirationPeriodInMilliseconds: UPLOADS.hours * HOUR_MS },
      context.media.hashes,
      {
        checkHead: (id) => checkContent(context, id, false),
        isDiskSpent: () => context.freeSpace.isSpent(),
      },
    ),
    namingFunction: () => newId(),
    onUploadFinish: async (_request, { id }) => {
      await checkContent(context, id, true);
      await shareWhole(context, id);
      return {};
    },
    onUploadCreate: async (request, upload) => {
      await begin(context, viewers.get(request.runtime!.node!.req)!, upload);
      return {};
    },
    onResponseError: (_request, error) => answerOf(context, error),
  });
  http.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) =>
    done(null),
  );
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerOf(request.raw);
    const viewer = token === null ? null : await app.findViewer(token);
    if (viewer === null) throw appError('not_signed_in');
    if (!viewer.isActivated) throw appError('not_activated');
    const { id } = request.params as { id?: string };
    if (id === undefined) await context.limits.spend('resumable', viewer.id);
    else if ((await findOwn(context, viewer.id, id)) === undefined) throw appError('upload_lost');
    // The protocol's own header errors are plain English text.
    const {
      'tus-resumable': version,
      'upload-length': length,
      'upload-offset': offset,
    } = request.headers;
    if (
      version !== '1.0.0' ||
      [length, offset].some((header) => header !== undefined && !/^\d{1,15}$/.test(String(header)))
    )
      throw appError('bad_input');
    viewers.set(request.raw, viewer);
    // A HEAD request may come from a client whose last bytes could not be shared with the other
    // servers, so the sharing is retried here.
    if (id !== undefined && request.method === 'HEAD') await shareWhole(context, id);
    if (request.method === 'POST') context.freeSpace.admit(Number(length ?? 0));
    if (request.method === 'PATCH')
      context.freeSpace.admit(Number(request.headers['content-length'] ?? 0));
    const leave =
      request.method === 'PATCH'
        ? context.openUploads.enter(viewer.id, addressKey(request.ip))
        : () => {};
    reply.header('cache-control', 'no-store');
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    // Delete the row first: when the client learns that the upload is cancelled, its quota is free
    // already, and the sweep removes a file without a row.
    if (id !== undefined && request.method === 'DELETE') await queries.deleteUpload(context.db, id);
    await handleAtPace(tus, request.raw, reply.raw).finally(leave);
    if (id !== undefined && request.method === 'DELETE' && context.config.s3 !== undefined)
      await context.storage.remove(SHARED, sharedName(id)).catch(() => {});
  };
  http.route({ method: 'POST', url: UPLOADS_PATH, handler: handle });
  http.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${UPLOADS_PATH}/:id`, handler: handle });
  context.jobs.on('uploads.remove', async ({ ids }) => {
    for (const id of ids) await removeFiles(context, id);
  });
  context.jobs.on('uploads.sweep', () => sweepUploads(context));
}

export const findOwn = async (
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<queries.UploadRow | undefined> => {
  const row = isId(id) ? await queries.findUpload(context.db, id) : undefined;
  return row?.owner_id === viewerId ? row : undefined;
};

type Begun = {
  id: string;
  size?: number | undefined;
  metadata?: Record<string, string | null> | undefined;
};
async function begin(
  context: AppContext,
  viewer: Viewer,
  { id, size, metadata }: Begun,
): Promise<void> {
  const purpose = UPLOAD_PURPOSES.find((one) => one === metadata?.['purpose']);
  const admit = purpose === undefined ? undefined : context.media.purposes.get(purpose)?.admit;
  if (
    purpose === undefined ||
    admit === undefined ||
    size === undefined ||
    !Number.isSafeInteger(size) ||
    size < 0
  )
    throw appError('bad_input');
  await transaction(context, async (tx) => {
    await queries.lockUploadsOf(tx, viewer.id);
    await admit(tx, viewer, size, await queries.sumUploads(tx, viewer.id, purpose));
    await queries.insertUpload(tx, {
      id,
      owner_id: viewer.id,
      purpose,
      filename: cleanFilename(metadata?.['filename'] ?? ''),
      bytes: size,
    });
    // A user who starts more uploads than the limit has abandoned the oldest ones.
    await removeLater(context, tx, await queries.deleteOldest(tx, viewer.id, UPLOADS.waiting));
  });
}

/**
 * Checks the content of an upload, and deletes one that is not what its purpose needs: it could not
 * be used, and its sender should learn the reason at once. Throws that reason.
 */
async function checkContent(context: AppContext, id: string, isWhole: boolean): Promise<void> {
  const row = await queries.findUpload(context.db, id);
  const check = UPLOAD_PURPOSES.find((one) => one === row?.purpose);
  if (row === undefined || check === undefined) return;
  try {
    await context.media.purposes
      .get(check)
      ?.check?.(
        { path: filesOf(context, id)[0]!, filename: row.filename, sender: row.owner_id },
        isWhole,
      );
  } catch (error) {
    if (error instanceof AppError)
      await transaction(context, async (tx) => {
        if (await queries.deleteUpload(tx, id)) await removeLater(context, tx, [id]);
      });
    throw error;
  }
}

/**
 * Copies a whole upload to S3. With S3 storage the servers share no folder, so the upload lies
 * there until it is used and any server can take it. Idempotent. Throws `StoreAway`.
 */
async function shareWhole(context: AppContext, id: string): Promise<void> {
  if (context.config.s3 === undefined) return;
  const [row, [from]] = [await queries.findUpload(context.db, id), filesOf(context, id)];
  if (
    row === undefined ||
    (await stat(from!).catch(() => null))?.size !== row.bytes ||
    (await context.storage.stat(SHARED, sharedName(id))) !== null
  )
    return;
  const path = join(context.stagingDir, `${newId()}.part`);
  await link(from!, path).catch(() => copyFile(from!, path));
  await context.storage.put(SHARED, sharedName(id), path).finally(() => rm(path, { force: true }));
}

/** Removes all uploads of a user, on account deletion. */
export const removeUploadsOf = async (
  context: AppContext,
  tx: Tx,
  ownerId: string,
): Promise<void> => removeLater(context, tx, await queries.deleteUploadsOf(tx, ownerId));

export async function removeLater(context: AppContext, tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await context.jobs.add(tx, 'uploads.remove', { ids });
}
async function removeFiles(context: AppContext, id: string): Promise<void> {
  await Promise.all(filesOf(context, id).map((path) => rm(path, { force: true })));
  if (context.config.s3 !== undefined) await context.storage.remove(SHARED, sharedName(id));
}

/** Removes abandoned uploads, and files that a crash left without a row. Idempotent. */
export async function sweepUploads(context: AppContext): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    const ids = await queries.deleteExpired(
      context.db,
      secondsFromNow(-UPLOADS.hours * 3600),
      BATCH,
    );
    for (const id of ids) await removeFiles(context, id);
    count = ids.length;
  }
  await mkdir(folderOf(context), { recursive: true });
  const names = new Set(
    (await readdir(folderOf(context))).map((name) => name.replace(/\.json$/, '')),
  );
  const rowed = await queries.pickUploads(context.db, [...names].filter(isId));
  for (const id of names) {
    const touched = await stat(join(folderOf(context), id)).catch(() => null);
    if (!rowed.has(id) && nowMs() - (touched?.mtimeMs ?? 0) > HOUR_MS)
      await removeFiles(context, id);
  }
  if (context.config.s3 === undefined) return;
  for await (const { name, changedAt } of context.storage.list(SHARED)) {
    const id = name.replace(/\..*$/, '');
    if (
      nowMs() - changedAt.getTime() > HOUR_MS &&
      (await queries.findUpload(context.db, id)) === undefined
    )
      await context.storage.remove(SHARED, name);
  }
}
