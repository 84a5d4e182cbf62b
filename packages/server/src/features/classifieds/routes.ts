import * as contract from '@respa/contract/classifieds';
import { oneBelow } from '@respa/contract/classifieds-documented';
import { done, serve, serveByBothNames, type House } from '#platform/serve.ts';
import {
  addFavourite,
  listAds,
  listFavourites,
  listMine,
  listNewest,
  removeFavourite,
} from './lists.ts';
import {
  listSearches,
  matchSearches,
  removeSearch,
  saveSearch,
  sweepAds,
  tellSearchers,
} from './searches.ts';
import { countLook, getAd, tellPhone } from './service.ts';
import { closeAd, createAd, deleteAd, editAd, prolongAd } from './writing.ts';

/** Mounts the board: each call by its neutral and by its documented name. */
export function mountClassifieds(house: House): void {
  const { ground } = house;
  const both = serveByBothNames(house, contract.documented);
  both(contract.list, ({ viewer, query }) => listAds(ground, viewer, query));
  both(contract.newest, ({ viewer, body, query }) => listNewest(ground, viewer, body.date, query));
  both(contract.mine, ({ viewer, query }) => listMine(ground, viewer, query.before));
  both(contract.favourites, ({ viewer, query }) => listFavourites(ground, viewer, query.before));
  both(contract.addFavourite, ({ viewer, params }) => addFavourite(ground, viewer, params.id));
  both(contract.removeFavourite, ({ viewer, params }) =>
    removeFavourite(ground, viewer, params.id),
  );
  both(contract.searches, ({ viewer }) => listSearches(ground, viewer));
  both(contract.saveSearch, ({ viewer, body }) => saveSearch(ground, viewer, body));
  both(contract.removeSearch, ({ viewer, params }) =>
    done(removeSearch(ground, viewer, params.id)),
  );

  both(contract.one, async ({ viewer, params }) => ({
    ad: await getAd(ground, viewer, params.id),
  }));
  serve(house, oneBelow, async ({ viewer, params }) => ({
    ad: await getAd(ground, viewer, params.id),
  }));
  both(contract.phone, ({ viewer, params }) => tellPhone(ground, viewer, params.id));
  both(contract.click, ({ viewer, params }) => done(countLook(ground, viewer, params.id)));

  both(contract.create, async ({ viewer, body, files }) => ({
    ad: await createAd(ground, viewer, { ...body, files: files.file }),
  }));
  both(contract.edit, async ({ viewer, params, body, files }) => ({
    ad: await editAd(ground, viewer, params.id, { ...body, files: files.file }),
  }));
  both(contract.prolong, async ({ viewer, params, body }) => ({
    ad: await prolongAd(ground, viewer, params.id, body.dieDate),
  }));
  both(contract.close, async ({ viewer, params }) => ({
    ad: await closeAd(ground, viewer, params.id),
  }));
  both(contract.remove, ({ viewer, params }) => done(deleteAd(ground, viewer, params.id)));

  ground.jobs.on('classifieds.match', ({ id, after }) => matchSearches(ground, id, after));
  ground.jobs.on('classifieds.tell', ({ id }) => tellSearchers(ground, id));
  ground.jobs.on('classifieds.sweep', () => sweepAds(ground));
}
