import { LINK_CARDS } from '@respa/contract/limits';
import { shorten, toHttp, type PageTags } from './page-tags.ts';

/**
 * Sites whose pages say little without a browser, and that describe them by oEmbed
 * (https://oembed.com). Other video sites are read by their tags, like any page.
 */
const PROVIDERS: Readonly<Record<string, { site: string; endpoint: string }>> = {
  'youtube.com': { site: 'YouTube', endpoint: 'https://www.youtube.com/oembed' },
  'youtu.be': { site: 'YouTube', endpoint: 'https://www.youtube.com/oembed' },
  'rutube.ru': { site: 'RUTUBE', endpoint: 'https://rutube.ru/api/oembed/' },
};

/** Returns where a page is described by oEmbed; null for most pages. */
export function findOembed(address: string): { site: string; url: string } | null {
  const url = new URL(address);
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  const provider = Object.hasOwn(PROVIDERS, host) ? PROVIDERS[host] : undefined;
  if (provider === undefined || url.pathname === '/') return null;
  const endpoint = new URL(provider.endpoint);
  endpoint.searchParams.set('url', address);
  endpoint.searchParams.set('format', 'json');
  return { site: provider.site, url: endpoint.href };
}

/** Parses an oEmbed document. Its HTML is not read. Throws if it is none. */
export function readOembed(body: Buffer, site: string, url: string): PageTags {
  const document = JSON.parse(body.toString('utf8')) as Record<string, unknown> | null;
  const textOf = (name: string): string => {
    const value = document?.[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    site,
    title: shorten(textOf('title'), LINK_CARDS.title),
    text: shorten(textOf('author_name'), LINK_CARDS.text),
    picture: toHttp(textOf('thumbnail_url'), url),
  };
}
