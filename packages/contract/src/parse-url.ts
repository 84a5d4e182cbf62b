// Browsers and Node both have it, but the contract's own types include neither.
declare const URL: {
  canParse(text: string): boolean;
  new (text: string): ParsedUrl;
};
type ParsedUrl = {
  protocol: string;
  username: string;
  password: string;
  hostname: string;
  pathname: string;
  search: string;
  hash: string;
  origin: string;
  href: string;
};
/** Returns the parts of an absolute address; null if it is not one. */
export const parseUrl = (text: string): ParsedUrl | null =>
  URL.canParse(text) ? new URL(text) : null;
