import * as contract from '@respa/contract/promos';
import { done, serveByBothNames, type House } from '#platform/serve.ts';
import { approvePromo, listWaiting, refusePromo } from './moderation.ts';
import { sweepEnded } from './queries.ts';
import { getPromo } from './service.ts';
import {
  countSeen,
  findNext,
  forgetShown,
  hidePromo,
  listDays,
  listOwnDays,
  sweepSeen,
} from './showing.ts';
import { createPromo, deletePromo, listOwn, prolongPromo } from './writing.ts';

/** Mounts inner ads: each call by its neutral and by its documented name. */
export function mountPromos(house: House): void {
  const { ground } = house;
  const both = serveByBothNames(house, contract.documented);
  both(contract.create, async ({ viewer, params, body, files }) => ({
    ad: await createPromo(ground, viewer, params.userId, { ...body, files: files.file }),
  }));
  both(contract.mine, ({ viewer, params, query }) => listOwn(ground, viewer, params.userId, query));
  both(contract.one, async ({ viewer, params }) => ({
    ad: await getPromo(ground, viewer, params.id),
  }));
  both(contract.prolong, async ({ viewer, params, body }) => ({
    ad: await prolongPromo(ground, viewer, params.id, body.dieDate),
  }));
  both(contract.remove, ({ viewer, params }) => done(deletePromo(ground, viewer, params.id)));
  both(contract.stats, async ({ viewer, params }) => ({
    days: await listDays(ground, viewer, params.id),
  }));
  both(contract.ownStats, async ({ viewer, params }) => ({
    days: await listOwnDays(ground, viewer, params.userId),
  }));

  both(contract.next, async ({ viewer }) => ({ ad: await findNext(ground, viewer) }));
  both(contract.view, ({ viewer, params }) => done(countSeen(ground, viewer, params.id, 'viewed')));
  both(contract.click, ({ viewer, params }) =>
    done(countSeen(ground, viewer, params.id, 'clicked')),
  );
  both(contract.hide, ({ viewer, params }) => done(hidePromo(ground, viewer, params.id)));

  both(contract.waiting, ({ viewer, query }) => listWaiting(ground, viewer, query.after));
  both(contract.approve, async ({ viewer, params }) => ({
    ad: await approvePromo(ground, viewer, params.id),
  }));
  both(contract.refuse, async ({ viewer, params, body }) => ({
    ad: await refusePromo(ground, viewer, params.id, body.reason),
  }));

  ground.jobs.on('promos.forget', ({ ids }) => forgetShown(ground, ids));
  ground.jobs.on('promos.sweep', async () => {
    while (await sweepEnded(ground.db)) {
      /* the next thousand */
    }
    await sweepSeen(ground);
  });
}
