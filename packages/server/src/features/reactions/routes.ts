import * as emoji from '@respa/contract/post-reactions';
import * as contract from '@respa/contract/reactions';
import { done, serve, type App } from '#platform/http/serve.ts';
import {
  comment,
  editComment,
  isLiked,
  like,
  likeComment,
  listComments,
  listReactors,
  react,
  removeComment,
  type Reactions,
} from './service.ts';

export function mountReactions(app: App, reactions: Reactions): void {
  const { context } = app;
  serve(app, contract.checkLike, async ({ viewer, params }) => ({
    liked: await isLiked(context, reactions, viewer, params.id),
  }));
  serve(app, contract.like, ({ viewer, params, query }) =>
    like(context, reactions, viewer, params.id, query.state),
  );
  serve(app, emoji.react, ({ viewer, params, body }) =>
    react(context, reactions, viewer, params.id, body.emoji),
  );
  serve(app, emoji.unreact, ({ viewer, params }) =>
    react(context, reactions, viewer, params.id, null),
  );
  serve(app, emoji.reactedBy, ({ viewer, params, query }) =>
    listReactors(context, reactions, viewer, params.id, query),
  );
  serve(app, contract.comments, ({ viewer, params, query }) =>
    listComments(context, reactions, viewer, params.postId, query),
  );
  serve(app, contract.comment, async ({ viewer, params, body }) => ({
    comment: await comment(context, reactions, viewer, params.postId, body),
  }));
  serve(app, contract.editComment, async ({ viewer, params, body }) => ({
    comment: await editComment(context, reactions, viewer, params.id, body),
  }));
  serve(app, contract.removeComment, ({ viewer, params }) =>
    done(removeComment(context, reactions, viewer, params.id)),
  );
  serve(app, contract.likeComment, ({ viewer, params, query }) =>
    likeComment(context, reactions, viewer, params.commentId, query.state),
  );
}
