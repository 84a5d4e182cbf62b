import { appError } from '@respa/contract/app-errors';
import { isLonger } from '@respa/contract/characters';
import { cleanLine } from '@respa/contract/clean-text';
import { LENGTHS } from '@respa/contract/limits';
import { choosePictures, pictureOf, readKeep, type PostPicture } from './post-pictures.ts';

type Arranged = { name?: string; file?: number; alt?: string };
const refuse = (text: string) => appError('bad_input', { text, fields: { pictures: text } });
const UNREADABLE = 'Неверный список картинок.';

/** Parses the pictures of a form in their order: stored ones by name, new ones by number. */
function readArranged(json: string): Arranged[] {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    throw refuse(UNREADABLE);
  }
  if (!Array.isArray(list)) throw refuse(UNREADABLE);
  return list.map((item: unknown) => {
    const { name, file, alt } = (item ?? {}) as Record<string, unknown>;
    if ((typeof name === 'string') === Number.isInteger(file)) throw refuse(UNREADABLE);
    if (alt !== undefined && typeof alt !== 'string') throw refuse(UNREADABLE);
    const text = alt === undefined ? undefined : cleanLine(alt);
    if (text !== undefined && isLonger(text, LENGTHS.alt))
      throw refuse(`Описание картинки не длиннее ${LENGTHS.alt} символов.`);
    return {
      ...(typeof name === 'string' ? { name } : { file: file as number }),
      ...(text === undefined ? {} : { alt: text }),
    };
  });
}
function withAlt<Picture extends { alt?: string }>(picture: Picture, alt = ''): Picture {
  const { alt: _, ...bare } = picture;
  return (alt === '' ? bare : { ...bare, alt }) as Picture;
}

/** What the form of a post says about its pictures. */
export type PicturesInput = {
  /** JSON: the names of the stored pictures that stay, in order; new ones follow. */
  keep?: string | undefined;
  /**
   * JSON: all pictures in order, `{ name, alt }` for a stored one and `{ file, alt }` for a new
   * one.
   */
  pictures?: string | undefined;
};
export type PicturePlan = {
  count: number;
  /** The names of the stored pictures that are removed. */
  dropped: string[];
  /** The pictures and their order stay; their descriptions may change. */
  isSame: boolean;
  /** Returns the pictures in their order. `prepared` are the new ones as they were sent. */
  place(prepared: readonly PostPicture[]): PostPicture[];
};
/**
 * Plans the pictures of a post that has `current` ones and gets `added` new ones. Throws
 * `bad_input`.
 */
export function planPictures(
  current: readonly PostPicture[],
  { keep, pictures }: PicturesInput,
  added: number,
): PicturePlan {
  const arranged =
    pictures === undefined
      ? arrangeKept(current, keep, added)
      : arrange(current, readArranged(pictures), added);
  const names = arranged.flatMap(({ name }) => name ?? []);
  return {
    count: arranged.length,
    dropped: current.flatMap(({ name }) => (names.includes(name) ? [] : [name])),
    isSame:
      arranged.length === current.length &&
      arranged.every(({ name }, at) => name === current[at]!.name),
    place: (prepared) =>
      arranged.map(({ name, file, alt }) => {
        const stored = current.find((picture) => picture.name === name);
        return stored === undefined
          ? withAlt(pictureOf(prepared[file!]!), alt)
          : withAlt(stored, alt ?? stored.alt);
      }),
  };
}
/**
 * Returns the pictures of a message in the order, and with the descriptions, of a form: `current`
 * are those that stay, `added` the new ones. `pictures` is as in `PicturesInput`. Throws
 * `bad_input`.
 */
export function arrangePictures<Picture extends { name: string; alt?: string }>(
  current: readonly Picture[],
  added: readonly Picture[],
  pictures: string,
): Picture[] {
  const arranged = arrange(current, readArranged(pictures), added.length);
  if (arranged.length < current.length + added.length) throw refuse(UNREADABLE);
  return arranged.map(({ name, file, alt }) => {
    const stored = current.find((picture) => picture.name === name);
    return stored === undefined ? withAlt(added[file!]!, alt) : withAlt(stored, alt ?? stored.alt);
  });
}
const arrangeKept = (
  current: readonly PostPicture[],
  keep: string | undefined,
  added: number,
): Arranged[] => [
  ...choosePictures(current, keep === undefined ? undefined : readKeep(keep)).kept,
  ...Array.from({ length: added }, (_, file) => ({ file })),
];
function arrange(
  current: readonly { name: string }[],
  arranged: Arranged[],
  added: number,
): Arranged[] {
  const [names, files] = [
    arranged.flatMap(({ name }) => name ?? []),
    arranged.flatMap(({ file }) => file ?? []),
  ];
  if (names.some((name) => !current.some((picture) => picture.name === name)))
    throw refuse('Такой картинки здесь нет. Обновите страницу.');
  if (
    new Set(names).size < names.length ||
    files.length !== added ||
    new Set(files).size < added ||
    files.some((file) => file < 0 || file >= added)
  )
    throw refuse(UNREADABLE);
  return arranged;
}
