/**
 * Content types by extension, never taken from the client or the file. Anything not listed is sent
 * as an attachment.
 */
const TYPES: Record<string, string> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  wav: 'audio/wav',
  m3u8: 'application/vnd.apple.mpegurl',
  pdf: 'application/pdf',
  apk: 'application/vnd.android.package-archive',
};
export const PDF = 'application/pdf';
const SHOWN = /^(?:image|video|audio)\/|^application\/vnd\.apple\.mpegurl$/;
export const PLAYLIST = 'application/vnd.apple.mpegurl';

/** Returns the content type of a file by the extension of its name. */
export const typeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
export const isShown = (name: string): boolean => isShownType(typeOf(name));
/** Returns whether browsers show the type instead of saving the file. */
export const isShownType = (type: string): boolean => SHOWN.test(type);

/** The cache policies of media. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'public, no-cache';
export const NO_STORE = 'private, no-store';
