import { appError } from '@respa/contract/app-errors';
import * as friends from '@respa/contract/friends';
import { serve, type App } from '#platform/http/serve.ts';
import { findPerson, findRelation } from '#features/people/service.ts';
import { countRelations, listFriends, listRequests } from './lists.ts';
import * as service from './service.ts';

/** Reads the ids on the screen, as a list or as its JSON text. */
function readShown(input: string | string[] | undefined): string[] {
  if (typeof input !== 'string') return input ?? [];
  try {
    const parsed: unknown = JSON.parse(input);
    return Array.isArray(parsed) ? parsed.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Throws `not_found` for an id that belongs to nobody. */
async function assertPerson({ context }: App, id: string): Promise<void> {
  if ((await findPerson(context.db, id)) === undefined) throw appError('not_found');
}

export function mountFriends(app: App): void {
  const { context } = app;
  serve(app, friends.make, ({ viewer, params }) =>
    service.requestFriendship(context, viewer, params.id),
  );
  serve(app, friends.cancel, async ({ viewer, params }) => {
    await assertPerson(app, params.id);
    return service.cancelRequest(context, viewer, params.id);
  });
  for (const route of [friends.checkRequest, friends.checkFriends])
    serve(app, route, async ({ viewer, params }) => {
      await assertPerson(app, params.id);
      return { message: await findRelation(context.db, viewer.id, params.id) };
    });
  serve(app, friends.accept, ({ viewer, params }) =>
    service.acceptRequest(context, viewer, params.to),
  );
  serve(app, friends.reject, ({ viewer, params }) =>
    service.rejectRequest(context, viewer, params.id),
  );
  serve(app, friends.remove, async ({ viewer, params, body }) => {
    await assertPerson(app, params.id);
    return service.removeFriend(context, viewer, params.id, readShown(body.showedFriends));
  });
  serve(app, friends.dismiss, ({ viewer, params }) =>
    service.dismissNotification(context, viewer, params.title),
  );
  serve(app, friends.list, ({ viewer, params, query }) =>
    listFriends(context, viewer, params.id, query),
  );
  serve(app, friends.requests, ({ viewer, params, query }) =>
    listRequests(context, viewer, params.direction, query.before),
  );
  serve(app, friends.counts, ({ viewer }) => countRelations(context, viewer));
}
