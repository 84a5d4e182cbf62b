import * as stickers from '@respa/contract/stickers';
import { done, serve, type App } from '#platform/http/serve.ts';
import { registerReader } from '#features/media/service.ts';
import { GIF_FOLDER, listGifs, removeGif } from './gifs.ts';
import * as packs from './packs.ts';
import { sweepStickers } from './uses.ts';

export function mountStickers(app: App): void {
  const { context } = app;
  registerReader(
    context,
    GIF_FOLDER,
    async (viewerId, { owner_id: ownerId }) => viewerId !== null && viewerId === ownerId,
  );
  context.jobs.on('stickers.sweep', () => sweepStickers(context));
  serve(app, stickers.packs, ({ viewer }) => packs.listPacks(context, viewer));
  serve(app, stickers.pack, async ({ viewer, params }) => ({
    pack: await packs.getPack(context, viewer, params.id),
  }));
  serve(app, stickers.create, async ({ viewer, body }) => ({
    pack: await packs.createPack(context, viewer, body),
  }));
  serve(app, stickers.rename, async ({ viewer, params, body }) => ({
    pack: await packs.renamePack(context, viewer, params.id, body.title),
  }));
  serve(app, stickers.remove, ({ viewer, params }) =>
    done(packs.removePack(context, viewer, params.id)),
  );
  serve(app, stickers.addImages, async ({ viewer, params, body, files }) => ({
    pack: await packs.addImages(context, viewer, params.id, {
      files: files.file,
      emoji: body.emoji,
    }),
  }));
  serve(app, stickers.arrange, async ({ viewer, params, body }) => ({
    pack: await packs.arrangeImages(context, viewer, params.id, body.ids),
  }));
  serve(app, stickers.setEmoji, async ({ viewer, params, body }) => ({
    pack: await packs.setEmoji(context, viewer, params.id, body.emoji),
  }));
  serve(app, stickers.removeImage, ({ viewer, params }) =>
    done(packs.removeImage(context, viewer, params.id)),
  );
  serve(app, stickers.add, ({ viewer, params }) => done(packs.addPack(context, viewer, params.id)));
  serve(app, stickers.drop, ({ viewer, params }) =>
    done(packs.dropPack(context, viewer, params.id)),
  );
  serve(app, stickers.arrangePacks, ({ viewer, body }) =>
    done(packs.arrangePacks(context, viewer, body.ids)),
  );
  serve(app, stickers.gifs, ({ viewer, query }) => listGifs(context, viewer, query.before));
  serve(app, stickers.removeGif, ({ viewer, params }) =>
    done(removeGif(context, viewer, params.id)),
  );
}
