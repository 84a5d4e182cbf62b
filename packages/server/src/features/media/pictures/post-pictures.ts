import { appError } from '@respa/contract/app-errors';
import type { Prepared } from '../serving/prepared.ts';

/** What a page needs of a post's pictures, in their display order. */
export type PostPicture = Pick<Prepared, 'name' | 'width' | 'height' | 'thumbhash'> & {
  /** The author's description. */
  alt?: string;
};
export const pictureOf = ({ name, width, height, thumbhash }: PostPicture): PostPicture => ({
  name,
  width,
  height,
  thumbhash,
});
export const namesOf = (pictures: readonly PostPicture[]): string[] =>
  pictures.map(({ name }) => name);

/** Parses the list of pictures that stay when a post is edited. Throws `bad_input`. */
export function readKeep(json: string): string[] {
  try {
    const names: unknown = JSON.parse(json);
    if (
      Array.isArray(names) &&
      names.every((name) => typeof name === 'string') &&
      new Set(names).size === names.length
    )
      return names;
  } catch {
    /* not JSON: refused below */
  }
  throw appError('bad_input', {
    text: 'Неверный список картинок.',
    fields: { keep: 'Неверный список картинок.' },
  });
}

/**
 * Returns the pictures that stay, in the requested order (all if `keep` is undefined), and the
 * names of the dropped ones. Throws `bad_input` for an unknown name.
 */
export function choosePictures(
  pictures: readonly PostPicture[],
  keep: readonly string[] | undefined,
): { kept: PostPicture[]; dropped: string[]; isSame: boolean } {
  const kept = (keep ?? namesOf(pictures)).map((name) => {
    const found = pictures.find((picture) => picture.name === name);
    if (found === undefined)
      throw appError('bad_input', {
        text: 'В посте нет такой картинки. Обновите страницу.',
        fields: { keep: 'В посте нет такой картинки.' },
      });
    return found;
  });
  return {
    kept,
    dropped: namesOf(pictures.filter((picture) => !kept.includes(picture))),
    isSame:
      kept.length === pictures.length &&
      kept.every((picture, index) => picture === pictures[index]),
  };
}
