import * as photos from '@respa/contract/photos';
import { done, serve, type House } from '#platform/serve.ts';
import { createPhoto, getPhoto, listPhotos, removePhoto } from './service.ts';

export function mountPhotos(house: House): void {
  const { ground } = house;
  serve(house, photos.create, async ({ viewer, files }) => ({
    photo: await createPhoto(ground, viewer, files.file),
  }));
  serve(house, photos.remove, ({ viewer, params }) =>
    done(removePhoto(ground, viewer, params.imageUrl)),
  );
  serve(house, photos.list, ({ viewer, params, query }) =>
    listPhotos(ground, viewer, params.userId, query.before),
  );
  serve(house, photos.one, async ({ viewer, params }) => ({
    photo: await getPhoto(ground, viewer, params.id),
  }));
}
