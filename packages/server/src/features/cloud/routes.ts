import type { FastifyReply, FastifyRequest } from 'fastify';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import { cleanLine } from '@respa/contract/clean-text';
import { FILES } from '@respa/contract/limits';
import { addressKey } from '#platform/http/address-key.ts';
import { done, serve, type App } from '#platform/http/serve.ts';
import type { FindViewer } from '#features/media/service.ts';
import * as folders from './folders.ts';
import { folderIdOf, readFolder, readTexts } from './policy.ts';
import * as reading from './reading.ts';
import * as sharing from './sharing.ts';
import * as trash from './trash.ts';
import { admitUploads, uploadFiles } from './uploading.ts';

/**
 * Mounts the file cloud. `findMediaViewer` identifies the downloading user by the media cookie,
 * because a link sends no bearer header.
 */
export function mountCloud(app: App, findMediaViewer: FindViewer): void {
  const { context } = app;
  admitUploads(context);
  mountFolders(app);
  mountReading(app, findMediaViewer);
  mountTrash(app);
  mountSharing(app);
  context.jobs.on('cloud.sweep', () => trash.sweepTrash(context));
}

/** Mounts uploads, and the calls that list and search folders. */
function mountFolders(app: App): void {
  const { context } = app;
  serve(app, cloud.upload, async ({ viewer, body, query, files }) => {
    const folderId = readFolder(body.folder);
    const added = await uploadFiles(context, viewer, {
      folderId,
      files: files.file,
      uploads: readTexts(body.uploads, FILES.cloudFiles),
      names: readTexts(body.names, FILES.cloudFiles),
      keys: readTexts(body.keys, FILES.cloudFiles),
    });
    return { ...(await folders.listWhole(context, viewer, folderId, query)), added };
  });
  serve(app, cloud.checkFolder, ({ viewer, body }) =>
    folders.checkFolder(context, viewer, body.name, folderIdOf(body.folderId)),
  );
  serve(app, cloud.mkdir, async ({ viewer, body }) => {
    const parentId =
      body.folderId === undefined ? readFolder(body.folder) : folderIdOf(body.folderId);
    const created = await folders.makeFolder(context, viewer, body.name, parentId);
    return { ...(await folders.listWhole(context, viewer, parentId, {})), created };
  });
  serve(app, cloud.filesByFolder, ({ viewer, body, query }) =>
    folders.listByName(context, viewer, cleanLine(body.name ?? ''), query),
  );
  serve(app, cloud.rootFiles, ({ viewer, query }) =>
    folders.listWhole(context, viewer, null, query),
  );
  serve(app, cloud.files, ({ viewer, body, query }) =>
    folders.listWhole(context, viewer, readFolder(body.folder), query),
  );
  serve(app, cloud.getPath, ({ viewer, params }) =>
    folders.getWay(context, viewer, folderIdOf(params.folderId)),
  );
  serve(app, cloud.getRootPath, ({ viewer }) => folders.getWay(context, viewer, null));
  serve(app, cloud.list, ({ viewer, query }) =>
    folders.listFolder(context, viewer, { ...query, folder: folderIdOf(query.folder) }),
  );
  serve(app, cloud.search, ({ viewer, query }) =>
    folders.searchCloud(context, viewer, query.q, query.before),
  );
}

/** Mounts the calls that read a file. */
function mountReading(app: App, findMediaViewer: FindViewer): void {
  const { context, http } = app;
  serve(app, cloud.file, async ({ viewer, params }) => ({
    file: await reading.getFile(context, viewer?.id ?? null, params.id),
  }));
  serve(app, cloud.fileText, ({ viewer, params }) =>
    reading.getText(context, viewer?.id ?? null, params.id),
  );
  serve(app, cloud.hardFileText, ({ viewer, params, request }) =>
    reading.getDocumentText(
      context,
      viewer?.id ?? null,
      params.id,
      viewer?.id ?? addressKey(request.ip),
    ),
  );
  serve(app, cloud.download, ({ viewer, params, request, reply }) =>
    reading.sendDownload(context, request, reply, viewer?.id ?? null, params.id),
  );
  http.route({
    method: ['GET', 'HEAD'],
    url: '/media/download/:id',
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest, reply: FastifyReply) =>
      reading.sendDownload(
        context,
        request,
        reply,
        await findMediaViewer(request),
        (request.params as { id: string }).id,
      ),
  });
}

/** Mounts the trash, and the calls that rename and move files and folders. */
function mountTrash(app: App): void {
  const { context } = app;
  serve(app, cloud.remove, ({ viewer, params }) =>
    done(trash.trashThing(context, viewer, params.id)),
  );
  serve(app, cloud.removeByGet, ({ viewer, params }) =>
    done(trash.trashThing(context, viewer, params.id)),
  );
  serve(app, cloud.rmdir, ({ viewer, params }) =>
    done(trash.trashThing(context, viewer, params.id, 'folder')),
  );
  serve(app, cloud.contents, ({ viewer, params }) =>
    folders.countContents(context, viewer, params.id),
  );
  serve(app, cloudTrash.trash, ({ viewer, query }) =>
    trash.listTrash(context, viewer, query.before),
  );
  serve(app, cloudTrash.restore, async ({ viewer, params }) => ({
    file: await trash.restoreThing(context, viewer, params.id),
  }));
  serve(app, cloudTrash.erase, ({ viewer, params }) =>
    done(trash.eraseThing(context, viewer, params.id)),
  );
  serve(app, cloudTrash.emptyTrash, ({ viewer }) => done(trash.emptyTrash(context, viewer)));
  serve(app, cloud.rename, async ({ viewer, params, body }) => ({
    file: await folders.renameThing(context, viewer, params.id, body.name),
  }));
  serve(app, cloud.move, async ({ viewer, params, body }) => ({
    file: await folders.moveThing(context, viewer, params.id, folderIdOf(body.folderId)),
  }));
  serve(app, cloud.usage, ({ viewer }) => folders.getUsage(context, viewer));
}

/** Mounts the calls that show a file to others. */
function mountSharing(app: App): void {
  const { context } = app;
  serve(app, cloudSharing.publish, ({ viewer, params }) =>
    sharing.setPublic(context, viewer, params.id, true),
  );
  serve(app, cloudSharing.unpublish, ({ viewer, params }) =>
    sharing.setPublic(context, viewer, params.id, false),
  );
  serve(app, cloudSharing.send, ({ viewer, params }) =>
    done(sharing.sendFile(context, viewer, params.userId, params.fileId)),
  );
  serve(app, cloudSharing.accept, async ({ viewer, params }) => ({
    file: await sharing.acceptFile(context, viewer, params.id),
  }));
  serve(app, cloudSharing.audience, ({ viewer, params, query }) =>
    sharing.listAudience(context, viewer, params.id, query.before),
  );
  serve(app, cloudSharing.revoke, ({ viewer, params }) =>
    done(sharing.revokeFile(context, viewer, params.id, params.userId)),
  );
}
