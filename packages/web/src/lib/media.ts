export type MediaFolder = 'useravatars' | 'userbanners' | 'userphotos' | 'userposts' | 'message-images' | 'message-videos' | 'message-audio' | 'chatavatars' | 'room-backgrounds';
// Ad blockers hide paths with such words; the server knows the neutral names too.
const NEUTRAL: Partial<Record<MediaFolder, string>> = { userbanners: 'covers' };

/** The address of a stored file; of a picture also a smaller rendition. Nothing for no file. */
export function mediaUrl(folder: MediaFolder, name: string, size?: 160 | 640): string | null {
  if (name === '' || name === 'banner.jpg') return null;
  const dot = name.lastIndexOf('.');
  const file = size === undefined ? name : `${name.slice(0, dot)}-${size}${name.slice(dot)}`;
  return `/media/${NEUTRAL[folder] ?? folder}/${encodeURIComponent(file)}`;
}
