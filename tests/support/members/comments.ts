import * as reactions from '@respa/contract/reactions';
import type { ReplyOf } from '@respa/contract/route';
import type { Caller } from '../driver.ts';

type Comment = ReplyOf<typeof reactions.comment>['comment'];
/** Comments on a post, or answers a comment on it. */
export const writeComment = async (
  who: Caller,
  postId: string,
  text: string,
  answerTo?: string,
): Promise<Comment> =>
  (
    await who.call(reactions.comment, {
      params: { postId },
      body: { text, ...(answerTo === undefined ? {} : { answerTo }) },
    })
  ).comment;
export const readComments = async (who: Caller, postId: string): Promise<Comment[]> =>
  (await who.call(reactions.comments, { params: { postId } })).comments;
export const removeComment = (who: Caller, id: string): Promise<unknown> =>
  who.call(reactions.removeComment, { params: { id } });
