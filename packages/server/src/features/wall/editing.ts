import { FILES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { PostAudience } from '@respa/contract/wall';
import { choosePictures, type PostPicture } from '#features/media/service.ts';
import type { PostRow } from './queries.ts';

export type Edit = {
  text: string | undefined;
  audience: PostAudience | undefined;
  /** Names of the pictures that stay, in order; undefined keeps all. */
  keep: string[] | undefined;
  /** The last edit that the editor knows of: its time, or '' for none. */
  seen: string | undefined;
};
export type Edited = {
  text: string;
  kept: PostPicture[];
  dropped: string[];
  audience: PostAudience;
  isChanged: boolean;
};

/**
 * Returns the result of an edit that adds `added` new pictures to a post. Throws
 * `changed_elsewhere`, `bad_input`, `too_many_files`, `empty_post`.
 */
export function applyEdit(post: PostRow, edit: Edit, added: number): Edited {
  if (edit.seen !== undefined && edit.seen !== (post.edited_at?.toISOString() ?? ''))
    throw appError('changed_elsewhere');
  const { kept, dropped, isSame } = choosePictures(post.pictures, edit.keep);
  const text = edit.text ?? post.text;
  if (kept.length + added > FILES.postPictures) throw appError('too_many_files');
  if (text === '' && kept.length + added === 0 && !post.has_poll && !post.is_repost)
    throw appError('empty_post');
  return {
    text,
    kept,
    dropped,
    audience: edit.audience ?? post.audience,
    isChanged: text !== post.text || added > 0 || !isSame,
  };
}
