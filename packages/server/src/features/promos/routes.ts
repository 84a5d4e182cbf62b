import * as contract from '@respa/contract/promos';
import { done, serveByBothNames, type App } from '#platform/http/serve.ts';
import { approvePromo, listWaiting, refusePromo } from './moderation.ts';
import { sweepEnded } from './queries.ts';
import { getPromo } from './service.ts';
import {
  countSeen,
  findNext,
  deleteShownOf,
  hidePromo,
  listDays,
  listOwnDays,
  sweepSeen,
} from './showing.ts';
import { createPromo, deletePromo, listOwn, prolongPromo } from './writing.ts';

/** Mounts promo ads: each route by its neutral and by its documented name. */
export function mountPromos(app: App): void {
  const { context } = app;
  const both = serveByBothNames(app, contract.documented);
  both(contract.create, async ({ viewer, params, body, files }) => ({
    ad: await createPromo(context, viewer, params.userId, { ...body, files: files.file }),
  }));
  both(contract.mine, ({ viewer, params, query }) =>
    listOwn(context, viewer, params.userId, query),
  );
  both(contract.one, async ({ viewer, params }) => ({
    ad: await getPromo(context, viewer, params.id),
  }));
  both(contract.prolong, async ({ viewer, params, body }) => ({
    ad: await prolongPromo(context, viewer, params.id, body.dieDate),
  }));
  both(contract.remove, ({ viewer, params }) => done(deletePromo(context, viewer, params.id)));
  both(contract.stats, async ({ viewer, params }) => ({
    days: await listDays(context, viewer, params.id),
  }));
  both(contract.ownStats, async ({ viewer, params }) => ({
    days: await listOwnDays(context, viewer, params.userId),
  }));

  both(contract.next, async ({ viewer }) => ({ ad: await findNext(context, viewer) }));
  both(contract.view, ({ viewer, params }) =>
    done(countSeen(context, viewer, params.id, 'viewed')),
  );
  both(contract.click, ({ viewer, params }) =>
    done(countSeen(context, viewer, params.id, 'clicked')),
  );
  both(contract.hide, ({ viewer, params }) => done(hidePromo(context, viewer, params.id)));

  both(contract.waiting, ({ viewer, query }) => listWaiting(context, viewer, query.after));
  both(contract.approve, async ({ viewer, params }) => ({
    ad: await approvePromo(context, viewer, params.id),
  }));
  both(contract.refuse, async ({ viewer, params, body }) => ({
    ad: await refusePromo(context, viewer, params.id, body.reason),
  }));

  context.jobs.on('promos.forget', ({ ids }) => deleteShownOf(context, ids));
  context.jobs.on('promos.sweep', async () => {
    while (await sweepEnded(context.db)) {
      /* the next thousand */
    }
    await sweepSeen(context);
  });
}
