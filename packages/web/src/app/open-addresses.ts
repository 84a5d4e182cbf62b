const OPEN = /^\/(?:(public|publicpost|user|video|videohost\/(?:channel|video)))\/([^/]+)\/?$/;
/** Returns the kind and the id of the object of a page that may be open to everyone, or null. */
export function readOpenAddress(path: string): { kind: string; id: string } | null {
  const found = OPEN.exec(path);
  return found === null ? null : { kind: found[1]!, id: found[2]! };
}
export const isOpenAddress = (path: string): boolean => OPEN.test(path);
