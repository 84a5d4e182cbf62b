import { randomBytes } from 'node:crypto';

/** The smaller renditions of a picture, by their longest side in pixels. */
export const RENDITIONS = [640, 160] as const;
const RENDITION = /^(.+)-(?:640|160)\.webp$/;

/** Returns an unguessable name: 128 random bits and the extension of the actual kind. */
export const newStoredName = (extension: string): string =>
  `${randomBytes(16).toString('hex')}.${extension}`;

/** Returns the name of a picture's rendition. */
export const renditionName = (main: string, size: number): string =>
  main.replace(/\.webp$/, `-${size}.webp`);

/** Returns the picture that a name is a rendition of, or null. */
export function mainOf(name: string): string | null {
  const stem = RENDITION.exec(name)?.[1];
  return stem === undefined ? null : `${stem}.webp`;
}

/** Returns every name under which the bytes of a stored file may be. */
export const allNames = (name: string): string[] =>
  name.endsWith('.webp') ? [name, ...RENDITIONS.map((size) => renditionName(name, size))] : [name];

/**
 * Returns a new name for bytes stored by content, and the name of the picture made from such a
 * blob.
 */
export const newBlobName = (): string => newStoredName('bin');
export const pictureOfBlob = (blob: string): string => blob.replace(/\.bin$/, '.webp');
/** Returns the blob that a stored name belongs to: itself, or the one its picture was made from. */
export const blobOf = (name: string): string => (mainOf(name) ?? name).replace(/\.webp$/, '.bin');

const VIEW = /^([0-9a-f]{32})-view((?:-640|-160)?)\.webp$/;
/**
 * Returns the public name of a file's picture: `{stem}-view.webp`; its renditions follow the same
 * pattern.
 */
export const viewName = (held: string): string => `${held.slice(0, held.indexOf('.'))}-view.webp`;
/** Parses a public picture name into the file's stem and the rendition; null for any other name. */
export function readViewName(name: string): { stem: string; rendition: string } | null {
  const match = VIEW.exec(name);
  return match === null ? null : { stem: match[1]!, rendition: match[2]! };
}
