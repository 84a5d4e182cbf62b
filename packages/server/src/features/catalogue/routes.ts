import type { FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '@respa/contract/catalogue';
import { done, serve, type House } from '#platform/serve.ts';
import type { FindViewer } from '#features/media/service.ts';
import { comment, gatherNewest, likeComment, type Reactions } from '#features/reactions/service.ts';
import { sendDownload } from './downloads.ts';
import { getGame, getLanding, getSeen, listGames, listLabels, listVersions } from './games.ts';
import { listFriends, listMine, rate, setStatus } from './members.ts';
import { admitUploads, createGame, editGame, markLanding, removeGame } from './writing.ts';

/** Mounts the catalogue. `findMediaViewer` tells by the media cookie who saves a file: a link sends no bearer header. */
export function mountCatalogue(
  house: House,
  reactions: Reactions,
  findMediaViewer: FindViewer,
): void {
  const { ground, app } = house;
  admitUploads(ground);

  serve(house, contract.list, ({ viewer, query }) => listGames(ground, viewer, query));
  serve(house, contract.one, async ({ viewer, params }) => ({
    game: await getGame(ground, viewer, params.id),
  }));
  serve(house, contract.labels, async () => ({ labels: await listLabels(ground) }));
  serve(house, contract.versions, ({ params, query }) =>
    listVersions(ground, params.id, query.before),
  );
  serve(house, contract.landing, async () => ({ game: await getLanding(ground) }));
  serve(house, contract.download, ({ viewer, params, request, reply }) =>
    sendDownload(ground, request, reply, viewer?.id ?? null, params.id),
  );
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/app/:id',
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest, reply: FastifyReply) =>
      sendDownload(
        ground,
        request,
        reply,
        await findMediaViewer(request),
        (request.params as { id: string }).id,
      ),
  });

  serve(house, contract.rate, ({ viewer, params }) =>
    rate(ground, viewer, params.id, params.rating),
  );
  serve(house, contract.unrate, ({ viewer, params }) => rate(ground, viewer, params.id, null));
  serve(house, contract.setStatus, ({ viewer, params, body }) =>
    setStatus(ground, viewer, params.id, body.status ?? null),
  );
  serve(house, contract.mine, ({ viewer, params, query }) =>
    listMine(ground, viewer, params.status, query.before),
  );
  serve(house, contract.friends, ({ viewer, params }) => listFriends(ground, viewer, params.id));
  serve(house, contract.comment, async ({ viewer, params, body: { comment: text, answerTo } }) => {
    const { id } = await getSeen(ground, viewer, params.gameId);
    await comment(ground, reactions, viewer, id, {
      text,
      ...(answerTo === undefined ? {} : { answerTo }),
    });
    return {
      comments: (await gatherNewest(ground, viewer, [id], () => viewer.isAdmin)).get(id) ?? [],
    };
  });
  serve(house, contract.likeComment, ({ viewer, params, query }) =>
    likeComment(ground, reactions, viewer, params.commentId, query.state),
  );

  serve(house, contract.upload, async ({ viewer, body, files }) => ({
    game: await getGame(ground, viewer, await createGame(ground, viewer, { ...body, files })),
  }));
  serve(
    house,
    contract.update,
    async ({ viewer, params, body: { removePreview, ...body }, files }) => {
      await editGame(ground, viewer, params.id, {
        ...body,
        removePreview: removePreview !== undefined,
        files,
      });
      return { game: await getGame(ground, viewer, params.id) };
    },
  );
  serve(house, contract.remove, ({ viewer, params }) =>
    done(removeGame(ground, viewer, params.id)),
  );
  serve(house, contract.setLanding, ({ viewer, params }) =>
    done(markLanding(ground, viewer, params.id, true)),
  );
  serve(house, contract.unsetLanding, ({ viewer, params }) =>
    done(markLanding(ground, viewer, params.id, false)),
  );
}
