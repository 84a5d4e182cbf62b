/**
 * A stored name: no upper case (some disks are case-insensitive), no dot except that of the
 * extension, nothing that could be a path.
 */
const NAME = /^[0-9a-z_-]{1,100}\.[a-z0-9]{2,5}$/;
const FOLDER = /^[a-z][a-z-]{0,39}$/;

export function isStoredName(name: string): boolean {
  return NAME.test(name);
}

export const isFolder = (folder: string): boolean => FOLDER.test(folder);

/** Returns the path of an object below the root, or null for an invalid stored name. */
export const findKey = (folder: string, name: string): string | null =>
  FOLDER.test(folder) && NAME.test(name) ? pathOf(folder, name) : null;

/** Returns the path of an object to write; throws for an invalid stored name, which is a bug. */
export function keyToWrite(folder: string, name: string): string {
  const key = findKey(folder, name);
  if (key === null) throw new TypeError(`not a stored name: ${folder}/${name}`);
  return key;
}

/**
 * Keeps folders within what a disk handles well: at a million pictures, a thousand or so names in
 * each.
 */
function shardOf(name: string): string {
  return name.slice(0, 2).replace('.', '_');
}
export const pathOf = (folder: string, name: string): string =>
  `${folder}/${shardOf(name)}/${name}`;
