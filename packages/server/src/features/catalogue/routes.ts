import type { FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '@respa/contract/catalogue';
import { done, serve, type App } from '#platform/http/serve.ts';
import type { FindViewer } from '#features/media/service.ts';
import { comment, gatherNewest, likeComment, type Reactions } from '#features/reactions/service.ts';
import { sendDownload } from './downloads.ts';
import { getGame, getLanding, getSeen, listGames, listLabels, listVersions } from './games.ts';
import { listFriends, listMine, rate, setStatus } from './members.ts';
import { admitUploads, createGame, editGame } from './writing.ts';
import { markLanding, removeGame } from './removal.ts';

/**
 * Mounts the catalogue. `findMediaViewer` identifies the downloading user by the media cookie,
 * because a link sends no bearer header.
 */
export function mountCatalogue(app: App, reactions: Reactions, findMediaViewer: FindViewer): void {
  admitUploads(app.context);
  mountGames(app, findMediaViewer);
  mountOpinions(app, reactions);
  mountWriting(app);
}

function mountGames(app: App, findMediaViewer: FindViewer): void {
  const { context, http } = app;

  serve(app, contract.list, ({ viewer, query }) => listGames(context, viewer, query));
  serve(app, contract.one, async ({ viewer, params }) => ({
    game: await getGame(context, viewer, params.id),
  }));
  serve(app, contract.labels, async () => ({ labels: await listLabels(context) }));
  serve(app, contract.versions, ({ params, query }) =>
    listVersions(context, params.id, query.before),
  );
  serve(app, contract.landing, async () => ({ game: await getLanding(context) }));
  serve(app, contract.download, ({ viewer, params, request, reply }) =>
    sendDownload(context, request, reply, viewer?.id ?? null, params.id),
  );
  http.route({
    method: ['GET', 'HEAD'],
    url: '/media/app/:id',
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest, reply: FastifyReply) =>
      sendDownload(
        context,
        request,
        reply,
        await findMediaViewer(request),
        (request.params as { id: string }).id,
      ),
  });
}

/** Mounts ratings, statuses and comments. */
function mountOpinions(app: App, reactions: Reactions): void {
  const { context } = app;

  serve(app, contract.rate, ({ viewer, params }) =>
    rate(context, viewer, params.id, params.rating),
  );
  serve(app, contract.unrate, ({ viewer, params }) => rate(context, viewer, params.id, null));
  serve(app, contract.setStatus, ({ viewer, params, body }) =>
    setStatus(context, viewer, params.id, body.status ?? null),
  );
  serve(app, contract.mine, ({ viewer, params, query }) =>
    listMine(context, viewer, params.status, query.before),
  );
  serve(app, contract.friends, ({ viewer, params }) => listFriends(context, viewer, params.id));
  serve(app, contract.comment, async ({ viewer, params, body }) => {
    const { id } = await getSeen(context, viewer, params.gameId);
    const { comment: text, date: _date, ...more } = body;
    await comment(context, reactions, viewer, id, { text, ...more });
    return {
      comments: (await gatherNewest(context, viewer, [id], () => viewer.isAdmin)).get(id) ?? [],
    };
  });
  serve(app, contract.likeComment, ({ viewer, params, query }) =>
    likeComment(context, reactions, viewer, params.commentId, query.state),
  );
}

/** Mounts what only the admin may call. */
function mountWriting(app: App): void {
  const { context } = app;

  serve(app, contract.upload, async ({ viewer, body, files }) => ({
    game: await getGame(context, viewer, await createGame(context, viewer, { ...body, files })),
  }));
  serve(
    app,
    contract.update,
    async ({ viewer, params, body: { removePreview, ...body }, files }) => {
      await editGame(context, viewer, params.id, {
        ...body,
        removePreview: removePreview !== undefined,
        files,
      });
      return { game: await getGame(context, viewer, params.id) };
    },
  );
  serve(app, contract.remove, ({ viewer, params }) => done(removeGame(context, viewer, params.id)));
  serve(app, contract.setLanding, ({ viewer, params }) =>
    done(markLanding(context, viewer, params.id, true)),
  );
  serve(app, contract.unsetLanding, ({ viewer, params }) =>
    done(markLanding(context, viewer, params.id, false)),
  );
}
