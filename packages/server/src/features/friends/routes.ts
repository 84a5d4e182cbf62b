import * as friends from '@respa/contract/friends';
import { serve, type House } from '#platform/serve.ts';
import { findRelation } from '#features/people/service.ts';
import * as service from './service.ts';

/** Ids on the screen come as a list or as its JSON text. */
function readShown(given: string | string[] | undefined): string[] {
  if (typeof given !== 'string') return given ?? [];
  try {
    const parsed: unknown = JSON.parse(given);
    return Array.isArray(parsed) ? parsed.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function mountFriends(house: House): void {
  const { ground } = house;
  serve(house, friends.make, ({ viewer, params }) =>
    service.requestFriendship(ground, viewer, params.id),
  );
  serve(house, friends.cancel, ({ viewer, params }) =>
    service.cancelRequest(ground, viewer, params.id),
  );
  serve(house, friends.checkRequest, async ({ viewer, params }) => ({
    message: await findRelation(ground.db, viewer.id, params.id),
  }));
  serve(house, friends.checkFriends, async ({ viewer, params }) => ({
    message: await findRelation(ground.db, viewer.id, params.id),
  }));
  serve(house, friends.accept, ({ viewer, params }) =>
    service.acceptRequest(ground, viewer, params.to),
  );
  serve(house, friends.reject, ({ viewer, params }) =>
    service.rejectRequest(ground, viewer, params.id),
  );
  serve(house, friends.remove, ({ viewer, params, body }) =>
    service.removeFriend(ground, viewer, params.id, readShown(body.showedFriends)),
  );
  serve(house, friends.dismiss, ({ viewer, params }) =>
    service.dismissNotification(ground, viewer, params.title),
  );
  serve(house, friends.list, ({ viewer, params, query }) =>
    service.listFriends(ground, viewer, params.id, query),
  );
}
