import * as contract from '@respa/contract/classifieds';
import * as classifiedFavourites from '@respa/contract/classified-favourites';
import * as classifiedSearches from '@respa/contract/classified-searches';
import { oneBelow } from '@respa/contract/classifieds-documented';
import { done, serve, serveByBothNames, type App } from '#platform/http/serve.ts';
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
  notifySearchers,
} from './searches.ts';
import { countLook, getAd, getPhone } from './service.ts';
import { closeAd, createAd, deleteAd, editAd, prolongAd } from './writing.ts';

/** Mounts the board: each call under its neutral and its documented name. */
export function mountClassifieds(app: App): void {
  const { context } = app;
  const both = serveByBothNames(app, contract.documented);
  both(contract.list, ({ viewer, query }) => listAds(context, viewer, query));
  both(contract.newest, ({ viewer, body, query }) => listNewest(context, viewer, body.date, query));
  both(contract.mine, ({ viewer, query }) => listMine(context, viewer, query.before));
  both(classifiedFavourites.favourites, ({ viewer, query }) =>
    listFavourites(context, viewer, query.before),
  );
  both(classifiedFavourites.addFavourite, ({ viewer, params }) =>
    addFavourite(context, viewer, params.id),
  );
  both(classifiedFavourites.removeFavourite, ({ viewer, params }) =>
    removeFavourite(context, viewer, params.id),
  );
  both(classifiedSearches.searches, ({ viewer }) => listSearches(context, viewer));
  both(classifiedSearches.saveSearch, ({ viewer, body }) => saveSearch(context, viewer, body));
  both(classifiedSearches.removeSearch, ({ viewer, params }) =>
    done(removeSearch(context, viewer, params.id)),
  );

  both(contract.one, async ({ viewer, params }) => ({
    ad: await getAd(context, viewer, params.id),
  }));
  serve(app, oneBelow, async ({ viewer, params }) => ({
    ad: await getAd(context, viewer, params.id),
  }));
  both(contract.phone, ({ viewer, params }) => getPhone(context, viewer, params.id));
  both(contract.click, ({ viewer, params }) => done(countLook(context, viewer, params.id)));

  both(contract.create, async ({ viewer, body, files }) => ({
    ad: await createAd(context, viewer, { ...body, files: files.file }),
  }));
  both(contract.edit, async ({ viewer, params, body, files }) => ({
    ad: await editAd(context, viewer, params.id, { ...body, files: files.file }),
  }));
  both(contract.prolong, async ({ viewer, params, body }) => ({
    ad: await prolongAd(context, viewer, params.id, body.dieDate),
  }));
  both(contract.close, async ({ viewer, params }) => ({
    ad: await closeAd(context, viewer, params.id),
  }));
  both(contract.remove, ({ viewer, params }) => done(deleteAd(context, viewer, params.id)));

  context.jobs.on('classifieds.match', ({ id, after }) => matchSearches(context, id, after));
  context.jobs.on('classifieds.tell', ({ id }) => notifySearchers(context, id));
  context.jobs.on('classifieds.sweep', () => sweepAds(context));
}
