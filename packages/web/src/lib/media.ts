export type MediaFolder = 'useravatars' | 'userbanners' | 'userphotos' | 'userposts' | 'message-images' | 'message-videos' | 'message-audio' | 'chatavatars' | 'room-backgrounds' | 'publicavatars' | 'publicbanners' | 'publicposts' | 'cloud' | 'channelavatars' | 'channelbanners' | 'videopreviews' | 'videohostvideos';
// Ad blockers hide paths with such words; the server knows the neutral names too.
const NEUTRAL: Partial<Record<MediaFolder, string>> = { userbanners: 'covers', publicbanners: 'covers', channelbanners: 'covers' };

/** The address of a stored file; of a picture also a smaller rendition. Nothing for no file. */
export function mediaUrl(folder: MediaFolder, name: string, size?: 160 | 640): string | null {
  if (name === '' || name === 'banner.jpg') return null;
  const dot = name.lastIndexOf('.');
  const file = size === undefined ? name : `${name.slice(0, dot)}-${size}${name.slice(dot)}`;
  return `/media/${NEUTRAL[folder] ?? folder}/${encodeURIComponent(file)}`;
}

export type StoredPicture = { name: string; width: number; height: number; thumbhash: string };
/** What the page needs to draw a stored picture: addresses of its renditions, its size, its blurred likeness. */
export function pictureSource(folder: MediaFolder, { name, width, height, thumbhash }: StoredPicture, alt = '') {
  const at = (size: 160 | 640) => mediaUrl(folder, name, size)!;
  const scale = (edge: number) => Math.min(1, edge / Math.max(width, height));
  const srcSet = [[at(640), 640], [mediaUrl(folder, name)!, 1600]] as const;
  return {
    src: mediaUrl(folder, name)!, width, height, thumbhash, alt,
    srcSet: srcSet.map(([src, edge]) => `${src} ${Math.max(1, Math.round(width * scale(edge)))}w`).join(', '),
  };
}
