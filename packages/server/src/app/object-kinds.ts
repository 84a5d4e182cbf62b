import { isAdminId } from '#features/account/service.ts';
import { isGame } from '#features/catalogue/service.ts';
import {
  findMessageAuthor,
  findPollAccess as findMessagePollAccess,
  publishLinkChange,
} from '#features/chats/service.ts';
import {
  admitToArticle,
  admitToComments as admitToArticleComments,
  findPollAccess as findArticlePollAccess,
  maySeeArticle,
  runsArticle,
} from '#features/communities/service.ts';
import { maySeePhoto } from '#features/photos/service.ts';
import type { Polls } from '#features/polls/service.ts';
import type { Reactions } from '#features/reactions/service.ts';
import { isStaffOf, maySeeVideo } from '#features/videohost/service.ts';
import {
  admitToComments as admitToPostComments,
  findPollAccess as findPostPollAccess,
  findPostAuthor,
  maySeePost,
} from '#features/wall/service.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

/** Registers who may see, vote in and close the polls of messages and posts. */
export function registerPollKinds(context: AppContext, polls: Polls): void {
  polls
    .set('message', (viewerId, id) => findMessagePollAccess(context, viewerId, id))
    .set('userpost', (viewerId, id) => findPostPollAccess(context, viewerId, id))
    .set('publicpost', (viewerId, id) => findArticlePollAccess(context, viewerId, id));
}

/** Registers who may remove the cards of messages and posts, and shows those that have changed. */
export function connectLinks(context: AppContext): void {
  context.links.mayRemove
    .set('message', async (by, id) => (await findMessageAuthor(context, by, id)) === by)
    .set('userpost', async (by, id) => (await findPostAuthor(context, by, id)) === by)
    .set('publicpost', (by, id) => runsArticle(context, by, id));
  context.signals.on('linkCardChanged', ({ kind, id, roomId, authorId }) => {
    if (kind === 'message') return publishLinkChange(context, roomId!, id);
    if (authorId !== null)
      context.live.publish(`user:${authorId}`, { data: { type: 'link-card', id } });
    return undefined;
  });
}

/** Registers who may see and moderate what can be liked and commented. */
export function registerReactionKinds(context: AppContext, reactions: Reactions): void {
  reactions.registerKind('userpost', (viewerId, id) => maySeePost(context, viewerId, id), {
    admitComment: (viewerId, id) => admitToPostComments(context, viewerId, id),
  });
  reactions.registerKind('userphoto', (viewerId, id) => maySeePhoto(context, viewerId, id));
  reactions.registerKind('publicpost', (viewerId, id) => maySeeArticle(context, viewerId, id), {
    moderates: (viewerId, id) => runsArticle(context, viewerId, id),
    admit: (viewerId, id) => admitToArticle(context, viewerId, id),
    admitComment: (viewerId, id) => admitToArticleComments(context, viewerId, id),
  });
  reactions.registerKind('game', (_viewerId, id) => isGame(context, id), {
    moderates: (viewerId) => isAdminId(context, viewerId),
  });
  reactions.registerKind('video', (viewerId, id) => maySeeVideo(context, viewerId, id), {
    moderates: (viewerId, id) => isStaffOf(context, viewerId, id),
  });
}
