import { randomBytes } from 'node:crypto';

/** The smaller renditions of a picture, by their longest side in pixels. */
export const RENDITIONS = [640, 160] as const;
const RENDITION = /^(.+)-(?:640|160)\.webp$/;

/** A name that nobody can guess: 128 random bits and the true extension. */
export const newStoredName = (extension: string): string =>
  `${randomBytes(16).toString('hex')}.${extension}`;

/** What a rendition of a picture is called. */
export const renditionName = (main: string, size: number): string =>
  main.replace(/\.webp$/, `-${size}.webp`);

/** The picture that a name is a rendition of, or null. */
export function mainOf(name: string): string | null {
  const stem = RENDITION.exec(name)?.[1];
  return stem === undefined ? null : `${stem}.webp`;
}

/** Every name under which the bytes of a stored thing may lie. */
export const allNames = (name: string): string[] =>
  name.endsWith('.webp') ? [name, ...RENDITIONS.map((size) => renditionName(name, size))] : [name];

/** What bytes that are stored by their content are called, and the picture that is made of them. */
export const newBlobName = (): string => newStoredName('bin');
export const pictureOfBlob = (blob: string): string => blob.replace(/\.bin$/, '.webp');
/** The blob that a name in its place belongs to: itself, or what the picture is made of. */
export const blobOf = (name: string): string => (mainOf(name) ?? name).replace(/\.webp$/, '.bin');

const VIEW = /^([0-9a-f]{32})-view((?:-640|-160)?)\.webp$/;
/** The address of a held thing's picture: `{stem}-view.webp`, and its renditions. */
export const viewName = (held: string): string => `${held.slice(0, held.indexOf('.'))}-view.webp`;
/** Which held thing an address shows the picture of, by its stem, and which rendition; null for any other name. */
export function readViewName(name: string): { stem: string; rendition: string } | null {
  const match = VIEW.exec(name);
  return match === null ? null : { stem: match[1]!, rendition: match[2]! };
}
