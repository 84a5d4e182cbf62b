import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isStoredName } from '#platform/storage/stored-keys.ts';
import { findBlobFile } from '../blobs/blob-queries.ts';
import { mainOf, pictureOfBlob, readViewName } from '../blobs/stored-names.ts';
import { findMedia } from '../queries.ts';
import { IMMUTABLE, isShown, NO_STORE, REVALIDATE, typeOf } from './content-types.ts';
import { BLOBS, foldersBehind, isForEver, isPrivate, isUnserved, type Folder } from './folders.ts';
import { findPreviewPatches } from './preview-patches.ts';
import type { Found, Sending } from './registry.ts';
import { sendFound } from './send-found.ts';
import { findExact, findStored } from './stored-lookup.ts';

/** Returns the id of the user whom the media cookie names, or null. */
export type FindViewer = (request: FastifyRequest) => Promise<string | null>;

/**
 * Returns the handler of GET and HEAD `/media/:folder/:name`. Public folders are served from memory
 * or storage without the database. A file guarded by a reader needs its row and is checked on each
 * request, except for successive parts of one file. An absent, hidden or malformed name gives the
 * same 404.
 */
export function makeMediaHandler(context: AppContext, findViewer: FindViewer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { folder: word = '', name = '' } = request.params as { folder?: string; name?: string };
    if (isStoredName(name)) {
      const folders = foldersBehind(word);
      const isGuarded = folders.some((folder) => context.media.readers.has(folder));
      const pass =
        request.headers.range === undefined
          ? null
          : grantKeyOf(request, isGuarded ? await findViewer(request) : null, `${word}/${name}`);
      if (await sendFurther(context, request, reply, pass)) return;
      for (const folder of folders) {
        if (isUnserved(folder, name)) continue;
        if (BLOB_FOLDERS.has(folder))
          return sendBlobFile(
            context,
            request,
            reply,
            { folder, name, pass },
            await findViewer(request),
          );
        const caching = await admit(context, folder, name, () => findViewer(request));
        const found = caching === null ? null : await findStored(context, folder, name);
        if (found !== null)
          return sendFound(
            context,
            request,
            reply,
            found,
            { caching: caching!, name, saveAs: isShown(name) ? null : name },
            pass,
          );
      }
    }
    throw appError('not_found');
  };
}

/** Folders whose files reference blobs, i.e. bytes stored by content. */
const BLOB_FOLDERS: ReadonlySet<Folder> = new Set<Folder>(['cloud', 'message-files', 'gifs']);

/**
 * Sends a file that references a blob, or its picture. A user-made picture must not open as a page,
 * so the original is sent as an attachment and its renditions are shown.
 */
async function sendBlobFile(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, name, pass }: { folder: Folder; name: string; pass: string | null },
  viewerId: string | null,
): Promise<void> {
  const view = readViewName(name);
  const held = await findBlobFile(context.db, folder, view === null ? name : `${view.stem}.`);
  const reader = context.media.readers.get(folder);
  if (held === undefined || reader === undefined || !(await reader(viewerId, held)))
    throw appError('not_found');
  if (view === null) {
    const found = await findPreview(context, held.blob, name);
    const saveAs = /^(?:video|audio)\/|^application\/pdf$/.test(typeOf(name)) ? null : name;
    return sendFound(context, request, reply, found, { name, saveAs, caching: NO_STORE }, pass);
  }
  const picture = pictureOfBlob(held.blob);
  await sendBlob(context, request, reply, picture.replace(/\.webp$/, `${view.rendition}.webp`), {
    name,
    saveAs: null,
  });
}

/**
 * Finds a blob to be shown or played: it tells no place then. Throws `not_found` if it was deleted
 * or is damaged.
 */
async function findPreview(context: AppContext, blob: string, name: string): Promise<Found> {
  const [found, patches] = await Promise.all([
    findStored(context, BLOBS, blob),
    findPreviewPatches(context, blob, name.slice(name.lastIndexOf('.') + 1)),
  ]);
  if (found === null || patches === null) throw appError('not_found');
  return patches.length === 0 ? found : { ...found, patches };
}

/**
 * Returns the key of the cached access grant for a part of `thing`; null if the request has no
 * range.
 */
export const grantKeyOf = (
  { headers }: FastifyRequest,
  viewerId: string | null,
  thing: string,
): string | null => (headers.range === undefined ? null : `${viewerId ?? ''} ${thing}`);

/**
 * Sends a further part to a user who was granted one a moment ago. Returns false if there is no
 * such grant.
 */
export async function sendFurther(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  pass: string | null,
): Promise<boolean> {
  const passed = pass === null ? undefined : context.media.passes.find(pass);
  if (passed === undefined) return false;
  await sendFound(context, request, reply, passed.found, passed.sending);
  return true;
}

/**
 * Sends a blob; the caller has checked access. `pass` is the key under which further parts are
 * granted. Throws `not_found` if the blob was deleted.
 */
export async function sendBlob(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  blob: string,
  sending: Omit<Sending, 'caching'>,
  pass: string | null = null,
): Promise<void> {
  const found = await findStored(context, BLOBS, blob);
  if (found === null) throw appError('not_found');
  await sendFound(context, request, reply, found, { ...sending, caching: NO_STORE }, pass);
}

/**
 * Sends a stored file as an attachment under its own name; the caller has checked access. Throws
 * `not_found` if the file was deleted.
 */
export async function sendStored(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  folder: Folder,
  name: string,
  saveAs: string,
): Promise<void> {
  const found = await findExact(context, folder, name);
  if (found === null) throw appError('not_found');
  await sendFound(context, request, reply, found, { caching: NO_STORE, name, saveAs });
}

/** Returns the cache policy of a file, or null if the viewer may not read it. */
async function admit(
  context: AppContext,
  folder: Folder,
  name: string,
  findViewer: () => Promise<string | null>,
): Promise<string | null> {
  const reader = context.media.readers.get(folder);
  const hidden = isPrivate(folder);
  if (reader === undefined) return hidden ? null : isForEver(folder, name) ? IMMUTABLE : REVALIDATE;
  const row = await findMedia(context.db, folder, [name, mainOf(name) ?? name]);
  if (row === undefined) return null;
  if (!hidden && (await reader(null, row))) return IMMUTABLE;
  return (await reader(await findViewer(), row)) ? NO_STORE : null;
}
