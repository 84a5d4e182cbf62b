import * as contract from '@respa/contract/reactions';
import { done, serve, type House } from '#platform/serve.ts';
import {
  comment,
  editComment,
  isLiked,
  like,
  likeComment,
  listComments,
  removeComment,
  type Reactions,
} from './service.ts';

export function mountReactions(house: House, reactions: Reactions): void {
  const { ground } = house;
  serve(house, contract.checkLike, async ({ viewer, params }) => ({
    liked: await isLiked(ground, reactions, viewer, params.id),
  }));
  serve(house, contract.like, ({ viewer, params, query }) =>
    like(ground, reactions, viewer, params.id, query.state),
  );
  serve(house, contract.comments, ({ viewer, params, query }) =>
    listComments(ground, reactions, viewer, params.postId, query),
  );
  serve(house, contract.comment, async ({ viewer, params, body }) => ({
    comment: await comment(ground, reactions, viewer, params.postId, body),
  }));
  serve(house, contract.editComment, async ({ viewer, params, body }) => ({
    comment: await editComment(ground, reactions, viewer, params.id, body.text),
  }));
  serve(house, contract.removeComment, ({ viewer, params }) =>
    done(removeComment(ground, reactions, viewer, params.id)),
  );
  serve(house, contract.likeComment, ({ viewer, params, query }) =>
    likeComment(ground, reactions, viewer, params.commentId, query.state),
  );
}
