import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { appError } from '@respa/contract/app-errors';
import { FIRST_ID } from '#platform/database/paging.ts';
import { attachmentAs } from '#platform/storage/filenames.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import { sendZip, type AddFile } from '#platform/storage/zip.ts';
import {
  findBlobFile,
  openBlob,
  grantKeyOf,
  DOCUMENTS,
  readDocument,
  readText,
  sendBlob,
  sendFurther,
  type FileText,
} from '#features/media/service.ts';
import { presentOne } from './shown-nodes.ts';
import * as lists from './lists.ts';
import { getSeen, maySee } from './policy.ts';
import type { Shown } from './present.ts';
import type { NodeRow } from './node-rows.ts';
import * as queries from './queries.ts';

const PAGE = 200;

/** Returns a file that the viewer, or a visitor (null), may see. Throws `not_found`. */
export async function getFile(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<Shown> {
  const node = await getSeen(context.db, viewerId, id);
  if (node.is_folder) throw appError('not_found', { text: 'ERROR 404: Page not found' });
  return presentOne(context, viewerId, node);
}
/** Returns the owner of a file, or null if the viewer may not see it. */
export async function findFileOwner(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<string | null> {
  const node = isId(id) ? await queries.findNode(context.db, id) : undefined;
  return node !== undefined && !node.is_folder && (await maySee(context.db, viewerId, node))
    ? node.owner_id
    : null;
}
export const maySeeFile = async (
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<boolean> => (await findFileOwner(context, viewerId, id)) !== null;

async function getBytes(context: AppContext, node: NodeRow): Promise<string> {
  const held =
    node.stored === null ? undefined : await findBlobFile(context.db, 'cloud', node.stored);
  if (held === undefined) throw appError('not_found', { text: 'ERROR 404: Page not found' });
  return held.blob;
}
/**
 * Returns the first megabyte of a text in its actual encoding. Throws `not_found`, `unreadable`.
 */
export async function getText(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<FileText> {
  const node = await getSeen(context.db, viewerId, id);
  const blob = await getBytes(context, node);
  if (node.type !== 'txt') throw appError('unreadable');
  return readText(context, blob, node.bytes);
}
/**
 * Returns the text of a doc, a docx or an rtf. `asker` is who waits for a turn of the readers: the
 * viewer, or a visitor's address. Throws `not_found`, `unreadable`, `unavailable`.
 */
export async function getDocumentText(
  context: AppContext,
  viewerId: string | null,
  id: string,
  asker: string,
): Promise<FileText> {
  const node = await getSeen(context.db, viewerId, id);
  const blob = await getBytes(context, node);
  const type = DOCUMENTS.find((one) => one === node.type);
  if (type === undefined) throw appError('unreadable');
  return readDocument(context, blob, { bytes: node.bytes, type, asker });
}

/**
 * Sends a file under its name, with range support, or a folder as a zip that is created while it is
 * sent. Throws `not_found`.
 */
export async function sendDownload(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  viewerId: string | null,
  id: string,
): Promise<void> {
  const pass = grantKeyOf(request, viewerId, `cloud/download/${id}`);
  if (await sendFurther(context, request, reply, pass)) return;
  const node = await getSeen(context.db, viewerId, id);
  if (!node.is_folder)
    return sendBlob(
      context,
      request,
      reply,
      await getBytes(context, node),
      { name: node.stored!, saveAs: node.name },
      pass,
    );
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'cache-control': 'private, no-store',
    'content-type': 'application/zip',
    'content-disposition': attachmentAs(`${node.name}.zip`),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  });
  if (request.method === 'HEAD') reply.raw.end();
  else {
    await sendZip(reply.raw, (add) => addFolder(context, node, add)).catch(
      (error: NodeJS.ErrnoException) => {
        const isLeft = error.code === 'ERR_STREAM_PREMATURE_CLOSE';
        context.log[isLeft ? 'debug' : 'error']({ err: error }, 'a folder was not sent to its end');
      },
    );
  }
}

/**
 * Adds a folder to a zip, one folder and one page of files after another; items deleted meanwhile
 * are omitted.
 */
async function addFolder(context: AppContext, top: NodeRow, add: AddFile): Promise<void> {
  const folders = (await lists.listFolders(context.db, top.owner_id)).filter(
    (folder) => folder.trash_id === null,
  );
  const inside = Map.groupBy(folders, (folder) => folder.parent_id);
  const left = [{ id: top.id, path: '' }];
  for (let folder = left.shift(); folder !== undefined; folder = left.shift()) {
    const { id, path } = folder;
    left.unshift(
      ...(inside.get(id) ?? []).map((child) => ({ id: child.id, path: `${path}${child.name}/` })),
    );
    let after = FIRST_ID;
    for (
      let page = await lists.pickFiles(context.db, id, after, PAGE);
      page.length > 0;
      page = await lists.pickFiles(context.db, id, after, PAGE)
    ) {
      for (const { name, stored, created_at: mtime } of page) {
        const body = await openBlob(context, 'cloud', stored!);
        if (body !== null) await add(`${path}${name}`, body, { compress: false, mtime });
      }
      after = page.at(-1)!.id;
    }
    if (path !== '' && after === FIRST_ID && !inside.has(id))
      await add(path, null, { compress: false, mtime: top.created_at });
  }
}
