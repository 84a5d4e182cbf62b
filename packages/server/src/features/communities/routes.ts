import * as contract from '@respa/contract/communities';
import * as sharing from '@respa/contract/sharing';
import { appError } from '@respa/contract/app-errors';
import { done, serve, type Call, type App } from '#platform/http/serve.ts';
import { readHeaderFiles } from '#features/media/service.ts';
import {
  comment,
  like,
  likeComment,
  listComments,
  type Reactions,
} from '#features/reactions/service.ts';
import { getOriginal } from '#features/sharing/service.ts';
import {
  getArticle,
  getHead,
  getSeen,
  listArticles,
  listArticleVersions,
  listNews,
  listWaiting,
} from './articles/articles.ts';
import { listNotices, readNotices } from './notices.ts';
import {
  createCommunity,
  editCommunity,
  getCommunity,
  listOwn,
  listCommunities,
  removeCommunity,
} from './communities.ts';
import {
  addEditor,
  ban,
  transferGroup,
  listBans,
  listStaff,
  removeEditor,
  unban,
} from './staff/staff.ts';
import {
  isSubscribed,
  listFirst,
  listSubscribes,
  subscribe,
  unsubscribe,
} from './staff/subscriptions.ts';
import { createArticle, editArticle, propose } from './articles/writing.ts';
import { removeArticle, setPinned } from './articles/article-removal.ts';
import { publishDue, publishNow } from './articles/publishing.ts';

type Headed = Call<typeof contract.edit>;
const headerOf = ({
  body: { removeAvatar, removeBanner, ...text },
  files,
}: Pick<Headed, 'body' | 'files'>) => ({
  ...text,
  ...readHeaderFiles({ removeAvatar, removeBanner }, files),
});
const isSlim = ({ slim }: { slim?: 'true' | 'false' }) => slim === 'true';

export function mountCommunities(app: App, reactions: Reactions): void {
  const { context } = app;

  serve(app, contract.all, ({ viewer, query }) => listCommunities(context, viewer, query));
  serve(app, contract.own, async ({ viewer }) => ({ publics: await listOwn(context, viewer) }));
  serve(app, contract.create, async ({ viewer, ...form }) => ({
    pub: await createCommunity(context, viewer, headerOf(form)),
  }));
  serve(app, contract.edit, async ({ viewer, params, ...form }) => ({
    pub: await editCommunity(context, viewer, params.id, headerOf(form)),
  }));
  serve(app, contract.remove, ({ viewer, params }) =>
    done(removeCommunity(context, viewer, params.id)),
  );
  serve(app, contract.one, async ({ viewer, params }) => ({
    pub: await getCommunity(context, viewer, params.id),
  }));
  serve(app, contract.transferGroup, async ({ viewer, params }) => ({
    pub: await transferGroup(context, viewer, params.id, params.userId),
  }));

  mountSubscriptions(app);
  mountArticles(app);
  mountArticleReactions(app, reactions);
  mountStaff(app);
  context.jobs.on('publics.publish', ({ id }) => publishDue(context, id));
}

function mountSubscriptions(app: App): void {
  const { context } = app;

  serve(app, contract.isSubscriber, async ({ viewer, params }) => ({
    isSubscriber: await isSubscribed(context, viewer, params.id),
  }));
  serve(app, contract.subscribe, ({ viewer, params, query }) =>
    subscribe(context, viewer, params.id, query.state),
  );
  serve(app, contract.unsubscribe, ({ viewer, params, body }) =>
    unsubscribe(context, viewer, params.id, body.showedSubscribes),
  );
  serve(app, contract.firstSubscribers, ({ viewer, params }) =>
    listFirst(context, viewer, params.id),
  );
  serve(app, contract.subscribes, ({ viewer, params, query }) =>
    listSubscribes(context, viewer, params.id, query),
  );
}

function mountArticles(app: App): void {
  const { context } = app;

  serve(app, contract.posts, ({ viewer, params, query }) =>
    listArticles(context, viewer, params.id, { ...query, slim: isSlim(query) }),
  );
  serve(app, contract.post, async ({ viewer, params }) => ({
    post: await getArticle(context, viewer, params.id),
  }));
  serve(app, contract.postHead, ({ viewer, params }) => getHead(context, viewer, params.id));
  serve(app, contract.createPost, async ({ viewer, params, body, files }) => ({
    post: await createArticle(context, viewer, params.id, { ...body, files: files.file }),
  }));
  serve(app, sharing.toCommunity, async ({ viewer, params, body }) => {
    const repost = await getOriginal(context, viewer, params);
    const input = { ...body, files: [], repost };
    return { id: (await createArticle(context, viewer, params.publicId, input))._id };
  });
  serve(app, contract.propose, async ({ viewer, params, body, files }) => ({
    post: await propose(context, viewer, params.id, { ...body, files: files.file }),
  }));
  serve(app, contract.editPost, async ({ viewer, params, body, files }) => ({
    post: await editArticle(context, viewer, params.id, { ...body, files: files.file }),
  }));
  serve(app, contract.publish, async ({ viewer, params }) => ({
    post: await publishNow(context, viewer, params.id),
  }));
  serve(app, contract.versions, ({ viewer, params }) =>
    listArticleVersions(context, viewer, params.id),
  );
  serve(app, contract.removePost, ({ viewer, params }) =>
    done(removeArticle(context, viewer, params.postId)),
  );
  serve(app, contract.pin, ({ viewer, params }) =>
    done(setPinned(context, viewer, params.id, true)),
  );
  serve(app, contract.unpin, ({ viewer, params }) =>
    done(setPinned(context, viewer, params.id, false)),
  );
  serve(app, contract.waiting, ({ viewer, params, query }) =>
    listWaiting(context, viewer, params.id, params.state, query.before),
  );
  serve(app, contract.news, ({ viewer, query }) =>
    listNews(context, viewer, { ...query, slim: isSlim(query) }),
  );
}

function mountArticleReactions(app: App, reactions: Reactions): void {
  const { context } = app;

  serve(app, contract.likePost, async ({ viewer, params, query }) => {
    if (
      (await getSeen(context, viewer, params.postId)).community.id !== params.publicId.toLowerCase()
    )
      throw appError('not_found');
    return like(context, reactions, viewer, params.postId, query.state);
  });
  serve(app, contract.comments, ({ viewer, params, query }) =>
    listComments(context, reactions, viewer, params.postId, query),
  );
  serve(app, contract.comment, async ({ viewer, params, body }) => {
    await getSeen(context, viewer, params.postId);
    return { comment: await comment(context, reactions, viewer, params.postId, body) };
  });
  serve(app, contract.likeComment, ({ viewer, params, query }) =>
    likeComment(context, reactions, viewer, params.id, query.state),
  );
}

/** Mounts what only the staff of a community may call. */
function mountStaff(app: App): void {
  const { context } = app;

  serve(app, contract.notices, ({ viewer, params, query }) =>
    listNotices(context, viewer, params.id, query.before),
  );
  serve(app, contract.readNotices, ({ viewer, params }) =>
    done(readNotices(context, viewer, params.id)),
  );
  serve(app, contract.editors, ({ viewer, params }) => listStaff(context, viewer, params.id));
  serve(app, contract.addEditor, ({ viewer, params }) =>
    done(addEditor(context, viewer, params.id, params.userId)),
  );
  serve(app, contract.removeEditor, ({ viewer, params }) =>
    done(removeEditor(context, viewer, params.id, params.userId)),
  );
  serve(app, contract.bans, ({ viewer, params, query }) =>
    listBans(context, viewer, params.id, query.before),
  );
  serve(app, contract.ban, ({ viewer, params, body }) =>
    done(ban(context, viewer, params.id, params.userId, body.reason ?? '')),
  );
  serve(app, contract.unban, ({ viewer, params }) =>
    done(unban(context, viewer, params.id, params.userId)),
  );
}
