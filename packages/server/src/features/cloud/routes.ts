import type { FastifyReply, FastifyRequest } from 'fastify';
import * as cloud from '@respa/contract/cloud';
import { FILES } from '@respa/contract/limits';
import { done, serve, type House } from '#platform/serve.ts';
import type { FindViewer } from '#features/media/service.ts';
import * as folders from './folders.ts';
import { folderIdOf, readFolder, readTexts } from './policy.ts';
import * as reading from './reading.ts';
import * as sharing from './sharing.ts';
import * as trash from './trash.ts';
import { admitUploads, uploadFiles } from './uploading.ts';

/** Mounts the file cloud. `findMediaViewer` tells by the media cookie who saves a file: a link sends no bearer header. */
export function mountCloud(house: House, findMediaViewer: FindViewer): void {
  const { ground, app } = house;
  admitUploads(ground);
  serve(house, cloud.upload, async ({ viewer, body, query, files }) => {
    const folderId = readFolder(body.folder);
    const added = await uploadFiles(ground, viewer, {
      folderId,
      files: files.file,
      uploads: readTexts(body.uploads, FILES.cloudFiles),
      names: readTexts(body.names, FILES.cloudFiles),
      keys: readTexts(body.keys, FILES.cloudFiles),
    });
    return { ...(await folders.listWhole(ground, viewer, folderId, query)), added };
  });
  serve(house, cloud.checkFolder, ({ viewer, body }) =>
    folders.checkFolder(ground, viewer, body.name, folderIdOf(body.folderId)),
  );
  serve(house, cloud.mkdir, async ({ viewer, body }) => {
    const parentId =
      body.folderId === undefined ? readFolder(body.folder) : folderIdOf(body.folderId);
    const created = await folders.makeFolder(ground, viewer, body.name, parentId);
    return { ...(await folders.listWhole(ground, viewer, parentId, {})), created };
  });
  serve(house, cloud.filesByFolder, ({ viewer, body, query }) =>
    folders.listByName(ground, viewer, body.name ?? '', query),
  );
  serve(house, cloud.rootFiles, ({ viewer, query }) =>
    folders.listWhole(ground, viewer, null, query),
  );
  serve(house, cloud.files, ({ viewer, body, query }) =>
    folders.listWhole(ground, viewer, readFolder(body.folder), query),
  );
  serve(house, cloud.getPath, ({ viewer, params }) =>
    folders.getWay(ground, viewer, folderIdOf(params.folderId)),
  );
  serve(house, cloud.getRootPath, ({ viewer }) => folders.getWay(ground, viewer, null));
  serve(house, cloud.list, ({ viewer, query }) =>
    folders.listFolder(ground, viewer, { ...query, folder: folderIdOf(query.folder) }),
  );
  serve(house, cloud.search, ({ viewer, query }) =>
    folders.searchCloud(ground, viewer, query.q, query.before),
  );

  serve(house, cloud.file, async ({ viewer, params }) => ({
    file: await reading.getFile(ground, viewer?.id ?? null, params.id),
  }));
  serve(house, cloud.fileText, ({ viewer, params }) =>
    reading.getText(ground, viewer?.id ?? null, params.id),
  );
  serve(house, cloud.hardFileText, ({ viewer, params }) =>
    reading.getDocumentText(ground, viewer?.id ?? null, params.id),
  );
  serve(house, cloud.download, ({ viewer, params, request, reply }) =>
    reading.sendDownload(ground, request, reply, viewer?.id ?? null, params.id),
  );
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/download/:id',
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest, reply: FastifyReply) =>
      reading.sendDownload(
        ground,
        request,
        reply,
        await findMediaViewer(request),
        (request.params as { id: string }).id,
      ),
  });

  serve(house, cloud.remove, ({ viewer, params }) =>
    done(trash.trashThing(ground, viewer, params.id)),
  );
  serve(house, cloud.removeByGet, ({ viewer, params }) =>
    done(trash.trashThing(ground, viewer, params.id)),
  );
  serve(house, cloud.rmdir, ({ viewer, params }) =>
    done(trash.trashThing(ground, viewer, params.id, 'folder')),
  );
  serve(house, cloud.contents, ({ viewer, params }) =>
    folders.countContents(ground, viewer, params.id),
  );
  serve(house, cloud.trash, ({ viewer, query }) => trash.listTrash(ground, viewer, query.before));
  serve(house, cloud.restore, async ({ viewer, params }) => ({
    file: await trash.restoreThing(ground, viewer, params.id),
  }));
  serve(house, cloud.erase, ({ viewer, params }) =>
    done(trash.eraseThing(ground, viewer, params.id)),
  );
  serve(house, cloud.emptyTrash, ({ viewer }) => done(trash.emptyTrash(ground, viewer)));
  serve(house, cloud.rename, async ({ viewer, params, body }) => ({
    file: await folders.renameThing(ground, viewer, params.id, body.name),
  }));
  serve(house, cloud.move, async ({ viewer, params, body }) => ({
    file: await folders.moveThing(ground, viewer, params.id, folderIdOf(body.folderId)),
  }));
  serve(house, cloud.usage, ({ viewer }) => folders.getUsage(ground, viewer));

  serve(house, cloud.publish, ({ viewer, params }) =>
    sharing.setPublic(ground, viewer, params.id, true),
  );
  serve(house, cloud.unpublish, ({ viewer, params }) =>
    sharing.setPublic(ground, viewer, params.id, false),
  );
  serve(house, cloud.send, ({ viewer, params }) =>
    done(sharing.sendFile(ground, viewer, params.userId, params.fileId)),
  );
  serve(house, cloud.accept, async ({ viewer, params }) => ({
    file: await sharing.acceptFile(ground, viewer, params.id),
  }));
  serve(house, cloud.audience, ({ viewer, params, query }) =>
    sharing.listAudience(ground, viewer, params.id, query.before),
  );
  serve(house, cloud.revoke, ({ viewer, params }) =>
    done(sharing.revokeFile(ground, viewer, params.id, params.userId)),
  );
  ground.jobs.on('cloud.sweep', () => trash.sweepTrash(ground));
}
