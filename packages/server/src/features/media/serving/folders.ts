import { UPLOAD_FOLDERS } from '@respa/contract/admin';

/** The folders of decisions.md, as they stand in `/media/{folder}/{name}`. */
export const FOLDERS = [
  'useravatars',
  'userbanners',
  'userphotos',
  'userposts',
  'message-images',
  'message-videos',
  'message-audio',
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
] as const;
export type Folder = (typeof FOLDERS)[number];

/** The place of bytes that are stored once by their content; no address leads into it. */
export const BLOBS = 'blobs';
/** Whatever in the storage belongs to media. */
export type Place = Folder | typeof BLOBS;

const PRIVATE: ReadonlySet<Folder> = new Set<Folder>([
  'message-images',
  'message-videos',
  'message-audio',
  'room-backgrounds',
  'cloud',
]);

/** Names that no ad blocker hides; a stored name is random, so it lies in one of the folders behind them only. */
const TWINS: Readonly<Record<string, readonly Folder[]>> = {
  board: ['ads'],
  promos: ['inneradimages'],
  covers: ['userbanners', 'publicbanners', 'channelbanners'],
};
const BEHIND = new Map<string, readonly Folder[]>([
  ...FOLDERS.map((folder): [string, Folder[]] => [folder, [folder]]),
  ...Object.entries(TWINS),
]);

/** Where the admin gives names: they come again with other bytes. */
const NAMED: ReadonlySet<Folder> = new Set<Folder>(UPLOAD_FOLDERS);
const BY_CHANCE = /^[0-9a-f]{32}\b/;
/** Whether a name of a folder stands for the same bytes for ever. */
export const isForEver = (folder: Folder, name: string): boolean =>
  !NAMED.has(folder) || BY_CHANCE.test(name);

/** Never without asking a reader, and never in a cache. */
export const isPrivate = (folder: Folder): boolean => PRIVATE.has(folder);

/** The folders that a word of an address stands for; none for an unknown word. */
export const foldersBehind = (word: string): readonly Folder[] => BEHIND.get(word) ?? [];
