import { UPLOAD_FOLDERS } from '@respa/contract/admin';

/** The folders of `docs/decisions.md`, as they appear in `/media/{folder}/{name}`. */
export const FOLDERS = [
  'useravatars',
  'userbanners',
  'userphotos',
  'userposts',
  'message-images',
  'message-videos',
  'message-audio',
  'message-files',
  'room-backgrounds',
  'chatavatars',
  'publicavatars',
  'publicbanners',
  'publicposts',
  'channelavatars',
  'channelbanners',
  'videopreviews',
  'videohostvideos',
  'ads',
  'inneradimages',
  'filesicons',
  'gamepreviews',
  'gamedownloads',
  'cloud',
  'events',
  'portfolio',
  'stickers',
  'gifs',
  'linkcards',
] as const;
export type Folder = (typeof FOLDERS)[number];

/** The folder of bytes that are stored once by content; no URL leads into it. */
export const BLOBS = 'blobs';
/** Every storage folder that belongs to media. */
export type StorageFolder = Folder | typeof BLOBS;

const PRIVATE: ReadonlySet<Folder> = new Set<Folder>([
  'message-images',
  'message-videos',
  'message-audio',
  'message-files',
  'room-backgrounds',
  'cloud',
  'gifs',
]);

/**
 * Aliases that no ad blocker hides. A stored name is random, so it is in only one of the folders
 * behind the alias.
 */
const FOLDER_ALIASES: Readonly<Record<string, readonly Folder[]>> = {
  board: ['ads'],
  promos: ['inneradimages'],
  covers: ['userbanners', 'publicbanners', 'channelbanners'],
};
const BEHIND = new Map<string, readonly Folder[]>([
  ...FOLDERS.map((folder): [string, Folder[]] => [folder, [folder]]),
  ...Object.entries(FOLDER_ALIASES),
]);

/** Folders in which the admin chooses the names: a name may get other bytes later. */
const NAMED: ReadonlySet<Folder> = new Set<Folder>(UPLOAD_FOLDERS);
const BY_CHANCE = /^[0-9a-f]{32}\b/;
/** Returns whether a name in a folder stands for the same bytes permanently. */
export const isForEver = (folder: Folder, name: string): boolean =>
  !NAMED.has(folder) || BY_CHANCE.test(name);

/** Returns whether a folder is private: never served without asking a reader, and never cached. */
export const isPrivate = (folder: Folder): boolean => PRIVATE.has(folder);

/** Folders in which originals wait for the encoder. */
const ENCODED: ReadonlySet<Folder> = new Set<Folder>(['message-videos', 'videohostvideos']);
/** The extension of an original that no browser plays. It is read by the encoder alone. */
export const ORIGINAL = 'bin';
/**
 * Returns whether a file is never served: an original may hold more than its first video and audio
 * track.
 */
export const isUnserved = (folder: Folder, name: string): boolean =>
  ENCODED.has(folder) && name.endsWith(`.${ORIGINAL}`);

/** Returns the folders that a word of a URL stands for; none for an unknown word. */
export const foldersBehind = (word: string): readonly Folder[] => BEHIND.get(word) ?? [];
