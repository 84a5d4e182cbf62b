import { FILES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { PostCommenters } from '@respa/contract/post-options';
import type { PostAudience } from '@respa/contract/wall';
import { planPictures, type PicturePlan, type PicturesInput } from '#features/media/service.ts';
import type { PostRow } from './queries.ts';

export type Edit = PicturesInput & {
  text: string | undefined;
  audience: PostAudience | undefined;
  commentsFor: PostCommenters | undefined;
  /** Null takes a scheduled post back to the drafts; undefined keeps the time. */
  publishAt: Date | null | undefined;
  /** Null removes the video; undefined keeps it. */
  video: string | null | undefined;
  /** The last edit that the editor knows of: its time, or '' for none. */
  seen: string | undefined;
};
export type Edited = Pick<
  PostRow,
  'text' | 'audience' | 'comments_for' | 'publish_at' | 'video_id'
> & {
  pictures: PicturePlan;
  isChanged: boolean;
};

/**
 * Returns the result of an edit that adds `added` new pictures to a post. Throws
 * `changed_elsewhere`, `bad_input`, `too_many_files`, `empty_post`, and `bad_date` for the time of
 * a published post.
 */
export function applyEdit(post: PostRow, edit: Edit, added: number): Edited {
  if (edit.seen !== undefined && edit.seen !== (post.edited_at?.toISOString() ?? ''))
    throw appError('changed_elsewhere');
  if (edit.publishAt != null && !post.is_draft)
    throw appError('bad_date', { text: 'Этот пост уже опубликован.' });
  const pictures = planPictures(post.pictures, edit, added);
  const text = edit.text ?? post.text;
  const video = edit.video === undefined ? post.video_id : edit.video;
  if (pictures.count > FILES.postPictures) throw appError('too_many_files');
  const isEmpty = text === '' && pictures.count === 0 && video === null;
  if (isEmpty && !post.has_poll && !post.is_repost) throw appError('empty_post');
  return {
    text,
    pictures,
    audience: edit.audience ?? post.audience,
    comments_for: edit.commentsFor ?? post.comments_for,
    publish_at: edit.publishAt === undefined ? post.publish_at : edit.publishAt,
    video_id: video,
    isChanged: text !== post.text || added > 0 || !pictures.isSame || video !== post.video_id,
  };
}
