import * as contract from '@respa/contract/publics';
import { fault } from '@respa/contract/faults';
import { done, serve, type Call, type House } from '#platform/serve.ts';
import {
  comment,
  like,
  likeComment,
  listComments,
  type Reactions,
} from '#features/reactions/service.ts';
import { getArticle, getHead, getSeen, listArticles, listNews, listWaiting } from './articles.ts';
import { listNotices, readNotices } from './notices.ts';
import {
  createPublic,
  editPublic,
  getPublic,
  listOwn,
  listPublics,
  removePublic,
} from './groups.ts';
import { addEditor, ban, handOver, listBans, listStaff, removeEditor, unban } from './staff.ts';
import {
  isSubscribed,
  listFirst,
  listSubscribes,
  subscribe,
  unsubscribe,
} from './subscriptions.ts';
import {
  createArticle,
  editArticle,
  propose,
  publishDue,
  publishNow,
  removeArticle,
  setPinned,
} from './writing.ts';

type Headed = Call<typeof contract.edit>;
const headerOf = ({
  body: { removeAvatar, removeBanner, ...text },
  files,
}: Pick<Headed, 'body' | 'files'>) => ({
  ...text,
  avatar: files.avatar,
  cover: files.banner,
  removal: { avatar: removeAvatar !== undefined, cover: removeBanner !== undefined },
});
const isSlim = ({ slim }: { slim?: 'true' | 'false' }) => slim === 'true';

export function mountPublics(house: House, reactions: Reactions): void {
  const { ground } = house;

  serve(house, contract.all, ({ viewer, query }) => listPublics(ground, viewer, query));
  serve(house, contract.own, async ({ viewer }) => ({ publics: await listOwn(ground, viewer) }));
  serve(house, contract.create, async ({ viewer, ...form }) => ({
    pub: await createPublic(ground, viewer, headerOf(form)),
  }));
  serve(house, contract.edit, async ({ viewer, params, ...form }) => ({
    pub: await editPublic(ground, viewer, params.id, headerOf(form)),
  }));
  serve(house, contract.remove, ({ viewer, params }) =>
    done(removePublic(ground, viewer, params.id)),
  );
  serve(house, contract.one, async ({ viewer, params }) => ({
    pub: await getPublic(ground, viewer, params.id),
  }));
  serve(house, contract.handOver, async ({ viewer, params }) => ({
    pub: await handOver(ground, viewer, params.id, params.userId),
  }));

  serve(house, contract.isSubscriber, async ({ viewer, params }) => ({
    isSubscriber: await isSubscribed(ground, viewer, params.id),
  }));
  serve(house, contract.subscribe, ({ viewer, params, query }) =>
    subscribe(ground, viewer, params.id, query.state),
  );
  serve(house, contract.unsubscribe, ({ viewer, params, body }) =>
    unsubscribe(ground, viewer, params.id, body.showedSubscribes),
  );
  serve(house, contract.firstSubscribers, ({ viewer, params }) =>
    listFirst(ground, viewer, params.id),
  );
  serve(house, contract.subscribes, ({ viewer, params, query }) =>
    listSubscribes(ground, viewer, params.id, query),
  );

  serve(house, contract.posts, ({ viewer, params, query }) =>
    listArticles(ground, viewer, params.id, { ...query, slim: isSlim(query) }),
  );
  serve(house, contract.post, async ({ viewer, params }) => ({
    post: await getArticle(ground, viewer, params.id),
  }));
  serve(house, contract.postHead, ({ viewer, params }) => getHead(ground, viewer, params.id));
  serve(house, contract.createPost, async ({ viewer, params, body, files }) => ({
    post: await createArticle(ground, viewer, params.id, { ...body, files: files.file }),
  }));
  serve(house, contract.propose, async ({ viewer, params, body, files }) => ({
    post: await propose(ground, viewer, params.id, { ...body, files: files.file }),
  }));
  serve(house, contract.editPost, async ({ viewer, params, body, files }) => ({
    post: await editArticle(ground, viewer, params.id, { ...body, files: files.file }),
  }));
  serve(house, contract.publish, async ({ viewer, params }) => ({
    post: await publishNow(ground, viewer, params.id),
  }));
  serve(house, contract.removePost, ({ viewer, params }) =>
    done(removeArticle(ground, viewer, params.postId)),
  );
  serve(house, contract.pin, ({ viewer, params }) =>
    done(setPinned(ground, viewer, params.id, true)),
  );
  serve(house, contract.unpin, ({ viewer, params }) =>
    done(setPinned(ground, viewer, params.id, false)),
  );
  serve(house, contract.waiting, ({ viewer, params, query }) =>
    listWaiting(ground, viewer, params.id, params.state, query.before),
  );
  serve(house, contract.news, ({ viewer, query }) =>
    listNews(ground, viewer, { ...query, slim: isSlim(query) }),
  );

  serve(house, contract.likePost, async ({ viewer, params, query }) => {
    if ((await getSeen(ground, viewer, params.postId)).group.id !== params.publicId.toLowerCase())
      throw fault('not_found');
    return like(ground, reactions, viewer, params.postId, query.state);
  });
  serve(house, contract.comments, ({ viewer, params, query }) =>
    listComments(ground, reactions, viewer, params.postId, query),
  );
  serve(house, contract.comment, async ({ viewer, params, body }) => {
    await getSeen(ground, viewer, params.postId);
    return { comment: await comment(ground, reactions, viewer, params.postId, body) };
  });
  serve(house, contract.likeComment, ({ viewer, params, query }) =>
    likeComment(ground, reactions, viewer, params.id, query.state),
  );

  serve(house, contract.notices, ({ viewer, params, query }) =>
    listNotices(ground, viewer, params.id, query.before),
  );
  serve(house, contract.readNotices, ({ viewer, params }) =>
    done(readNotices(ground, viewer, params.id)),
  );
  serve(house, contract.editors, ({ viewer, params }) => listStaff(ground, viewer, params.id));
  serve(house, contract.addEditor, ({ viewer, params }) =>
    done(addEditor(ground, viewer, params.id, params.userId)),
  );
  serve(house, contract.removeEditor, ({ viewer, params }) =>
    done(removeEditor(ground, viewer, params.id, params.userId)),
  );
  serve(house, contract.bans, ({ viewer, params, query }) =>
    listBans(ground, viewer, params.id, query.before),
  );
  serve(house, contract.ban, ({ viewer, params, body }) =>
    done(ban(ground, viewer, params.id, params.userId, body.reason ?? '')),
  );
  serve(house, contract.unban, ({ viewer, params }) =>
    done(unban(ground, viewer, params.id, params.userId)),
  );

  ground.jobs.on('publics.publish', ({ id }) => publishDue(ground, id));
}
