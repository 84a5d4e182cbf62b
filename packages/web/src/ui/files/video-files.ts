/** Videos as in `<input accept>`. Browsers do not know the types of all of them. */
export const VIDEO_FILES = [
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/x-matroska',
  'video/x-msvideo',
  'video/x-flv',
  'video/mp2t',
  '.mkv',
  '.avi',
  '.flv',
  '.ts',
] as const;
