import { randomBytes } from 'node:crypto';

/** The smaller renditions of a picture, by their longest side in pixels. */
export const RENDITIONS = [640, 160] as const;
const RENDITION = /^(.+)-(?:640|160)\.webp$/;

/** A name that nobody can guess: 128 random bits and the true extension. */
export const newStoredName = (extension: string): string => `${randomBytes(16).toString('hex')}.${extension}`;

/** What a rendition of a picture is called. */
export const renditionName = (main: string, size: number): string => main.replace(/\.webp$/, `-${size}.webp`);

/** The picture that a name is a rendition of, or null. */
export function mainOf(name: string): string | null {
  const stem = RENDITION.exec(name)?.[1];
  return stem === undefined ? null : `${stem}.webp`;
}

/** Every name under which the bytes of a stored thing may lie. */
export const allNames = (name: string): string[] => (name.endsWith('.webp') ? [name, ...RENDITIONS.map((size) => renditionName(name, size))] : [name]);
