export type MediaFolder =
  | 'useravatars'
  | 'userbanners'
  | 'userphotos'
  | 'userposts'
  | 'message-images'
  | 'message-videos'
  | 'message-audio'
  | 'message-files'
  | 'chatavatars'
  | 'room-backgrounds'
  | 'publicavatars'
  | 'publicbanners'
  | 'publicposts'
  | 'cloud'
  | 'channelavatars'
  | 'channelbanners'
  | 'videopreviews'
  | 'videohostvideos'
  | 'gamepreviews'
  | 'events'
  | 'stickers'
  | 'gifs'
  | 'linkcards'
  | 'board'
  | 'promos';
// Ad blockers hide paths with such words. The server accepts the neutral names too.
const NEUTRAL: Partial<Record<MediaFolder, string>> = {
  userbanners: 'covers',
  publicbanners: 'covers',
  channelbanners: 'covers',
};

/**
 * Returns the address of a stored file, or of a smaller rendition of a picture. Returns null if
 * there is no file.
 */
export function mediaUrl(folder: MediaFolder, name: string, size?: 160 | 640): string | null {
  if (name === '' || name === 'banner.jpg') return null;
  const dot = name.lastIndexOf('.');
  const file = size === undefined ? name : `${name.slice(0, dot)}-${size}${name.slice(dot)}`;
  return `/media/${NEUTRAL[folder] ?? folder}/${encodeURIComponent(file)}`;
}

export type StoredPicture = {
  name: string;
  width: number;
  height: number;
  thumbhash: string;
  /** The author's description. */
  alt?: string;
};
/** Returns the renditions of a stored picture for the browser to choose from. */
function renditionsOf(
  folder: MediaFolder,
  { name, width, height }: StoredPicture,
  edges: readonly (160 | 640 | 1600)[],
): string {
  return edges
    .map(
      (edge) =>
        `${mediaUrl(folder, name, edge === 1600 ? undefined : edge)!} ${Math.max(1, Math.round(width * Math.min(1, edge / Math.max(width, height))))}w`,
    )
    .join(', ');
}
/**
 * Returns what the page needs to draw a stored picture: the addresses of its renditions, its size
 * and its blurred placeholder.
 */
export function pictureSource(folder: MediaFolder, picture: StoredPicture, alt = '') {
  const { name, width, height, thumbhash } = picture;
  return {
    src: mediaUrl(folder, name)!,
    width,
    height,
    thumbhash,
    alt: picture.alt ?? alt,
    isDescribed: picture.alt !== undefined,
    srcSet: renditionsOf(folder, picture, [640, 1600]),
  };
}
/** The same for a picture that is drawn small. */
export const thumbnailSource = (folder: MediaFolder, picture: StoredPicture) => ({
  src: mediaUrl(folder, picture.name, 160)!,
  srcSet: renditionsOf(folder, picture, [160, 640]),
  thumbhash: picture.thumbhash,
});
