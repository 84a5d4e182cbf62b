import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rate, setStatus } from '#features/catalogue/members.ts';
import { dateGame } from '#features/catalogue/seed.ts';
import { createGame } from '#features/catalogue/writing.ts';
import { markLanding } from '#features/catalogue/removal.ts';
import { makeFolder } from '#features/cloud/folders.ts';
import { sendFile } from '#features/cloud/sharing.ts';
import { uploadFiles } from '#features/cloud/uploading.ts';
import { drawCover } from './covers.ts';
import type { Players } from './stage.ts';

const APKS = join(import.meta.dirname, 'apks');
/** Scenes of the catalogue and of the cloud. */
export const FILES: Players<'adds' | 'rates' | 'marks' | 'stores' | 'sends'> = {
  async adds({ context, viewerOf, draw, stage, posts }, scene, at) {
    const admin = { ...viewerOf(scene.who), isAdmin: true };
    const id = await createGame(context, admin, {
      name: scene.name,
      description: scene.description,
      genres: scene.genres,
      tags: scene.tags,
      files: {
        preview: [await stage('cover.jpg', await drawCover(scene.seed, scene.sign))],
        screenshot: await draw('screenshot', scene.shots, 960, 540),
        source:
          scene.apk === undefined
            ? []
            : [await stage(`${scene.game}.apk`, await readFile(join(APKS, scene.apk)))],
      },
    });
    if (scene.isLanding) await markLanding(context, admin, id, true);
    posts.set(scene.game, id);
    await dateGame(context.db, id, at);
  },
  rates: ({ context, viewerOf, posts }, scene) =>
    rate(context, viewerOf(scene.who), posts.get(scene.game)!, scene.rating),
  marks: ({ context, viewerOf, posts }, scene) =>
    setStatus(context, viewerOf(scene.who), posts.get(scene.game)!, scene.status),
  async stores({ context, viewerOf, stage, files }, scene) {
    const viewer = viewerOf(scene.who);
    const folderId =
      scene.folder === undefined
        ? null
        : (await makeFolder(context, viewer, scene.folder, null))._id;
    const uploaded = await uploadFiles(context, viewer, {
      folderId,
      files: await Promise.all(scene.files.map(([name, content]) => stage(name, content))),
      uploads: [],
      names: [],
      keys: [],
    });
    for (const { _id, name } of uploaded) files.set(name, _id);
  },
  sends: ({ context, viewerOf, idOf, files }, scene) =>
    sendFile(context, viewerOf(scene.who), idOf(scene.whom), files.get(scene.file)!),
};
