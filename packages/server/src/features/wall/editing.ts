import { FILES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { PostAudience } from '@respa/contract/wall';
import type { PostPicture, PostRow } from './queries.ts';

export type Edit = {
  text: string | undefined; audience: PostAudience | undefined;
  /** Names of the pictures that stay, in their order; all of them where nothing is said. */
  keep: string[] | undefined;
  /** What the editor knows of the last edit: its moment, or '' for none. */
  seen: string | undefined;
};
export type Edited = { text: string; kept: PostPicture[]; dropped: string[]; audience: PostAudience; isChanged: boolean };

/** Reads the list of pictures that stay. Throws `bad_input`. */
export function readKeep(json: string): string[] {
  try {
    const names: unknown = JSON.parse(json);
    if (Array.isArray(names) && names.every((name) => typeof name === 'string') && new Set(names).size === names.length) return names;
  } catch { /* not JSON: refused below */ }
  throw fault('bad_input', { text: 'Неверный список картинок.', fields: { keep: 'Неверный список картинок.' } });
}

/** What an edit makes of a post that so many new pictures are added to. Throws `changed_elsewhere`, `bad_input`, `too_many_files`, `empty_post`. */
export function applyEdit(post: PostRow, edit: Edit, added: number): Edited {
  if (edit.seen !== undefined && edit.seen !== (post.edited_at?.toISOString() ?? '')) throw fault('changed_elsewhere');
  const kept = (edit.keep ?? post.pictures.map((picture) => picture.name)).map((name) => {
    const found = post.pictures.find((picture) => picture.name === name);
    if (found === undefined) throw fault('bad_input', { text: 'В записи нет такой картинки. Обновите страницу.', fields: { keep: 'В записи нет такой картинки.' } });
    return found;
  });
  const text = edit.text ?? post.text;
  if (kept.length + added > FILES.postPictures) throw fault('too_many_files');
  if (text === '' && kept.length + added === 0) throw fault('empty_post');
  const isSame = text === post.text && added === 0 && kept.length === post.pictures.length && kept.every((picture, place) => picture === post.pictures[place]);
  return { text, kept, dropped: post.pictures.filter((picture) => !kept.includes(picture)).map(({ name }) => name), audience: edit.audience ?? post.audience, isChanged: !isSame };
}
