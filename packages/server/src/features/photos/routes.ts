import * as photos from '@respa/contract/photos';
import { done, serve, type App } from '#platform/http/serve.ts';
import { createPhoto, getPhoto, listPhotos, removePhoto } from './service.ts';

export function mountPhotos(app: App): void {
  const { context } = app;
  serve(app, photos.create, async ({ viewer, files }) => ({
    photo: await createPhoto(context, viewer, files.file),
  }));
  serve(app, photos.remove, ({ viewer, params }) =>
    done(removePhoto(context, viewer, params.imageUrl)),
  );
  serve(app, photos.list, ({ viewer, params, query }) =>
    listPhotos(context, viewer, params.userId, query.before),
  );
  serve(app, photos.one, async ({ viewer, params }) => ({
    photo: await getPhoto(context, viewer, params.id),
  }));
}
