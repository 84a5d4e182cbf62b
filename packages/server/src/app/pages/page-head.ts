import { escapeMarkup, scriptJson } from './markup.ts';

/** What a page says about itself to search engines and messengers. Texts are not escaped yet. */
export type PageHead = {
  title: string;
  description: string;
  /** The path of the page under which search engines know it. */
  path: string;
  type: 'website' | 'article' | 'profile' | 'video.other';
  /** The address of a picture, with its size if that is known. */
  image?: { url: string; width?: number; height?: number } | undefined;
  /** The address of the feed with what is new on the page. */
  feed?: string;
  /** The address of a player for other sites. */
  player?: { url: string; width: number; height: number; oembed: string };
  /** Structured data of schema.org. */
  data?: Record<string, unknown>;
};
const SITE = 'Респа';
const meta = (name: string, content: string | number): string =>
  `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeMarkup(String(content))}">`;
const link = (rel: string, type: string, href: string, title: string): string =>
  `<link rel="${rel}" type="${type}" href="${escapeMarkup(href)}" title="${escapeMarkup(title)}">`;

/** Returns the elements for the head of a page. */
export function drawHead(head: PageHead, publicUrl: string, nonce: string): string {
  const { title, description, image, player, feed, data } = head;
  const url = publicUrl + head.path;
  const size = ({ width, height }: { width?: number; height?: number }, name: string) =>
    width === undefined || height === undefined
      ? []
      : [meta(`${name}:width`, width), meta(`${name}:height`, height)];
  return [
    `<title>${escapeMarkup(`${title} — ${SITE}`)}</title>`,
    meta('description', description),
    `<link rel="canonical" href="${escapeMarkup(url)}">`,
    meta('og:type', head.type),
    meta('og:site_name', SITE),
    meta('og:locale', 'ru_RU'),
    meta('og:url', url),
    meta('og:title', title),
    meta('og:description', description),
    ...(image === undefined ? [] : [meta('og:image', image.url), ...size(image, 'og:image')]),
    ...(player === undefined
      ? []
      : [
          meta('og:video', player.url),
          meta('og:video:type', 'text/html'),
          ...size(player, 'og:video'),
          link('alternate', 'application/json+oembed', player.oembed, title),
        ]),
    meta('twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
    meta('twitter:title', title),
    meta('twitter:description', description),
    ...(image === undefined ? [] : [meta('twitter:image', image.url)]),
    ...(feed === undefined ? [] : [link('alternate', 'application/rss+xml', feed, title)]),
    ...(data === undefined
      ? []
      : [
          `<script type="application/ld+json" nonce="${nonce}">${scriptJson({ '@context': 'https://schema.org', ...data })}</script>`,
        ]),
  ].join('\n    ');
}

const TITLE = /<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/;
/**
 * Returns a page with these elements in place of its title and description. The page has its nonce
 * already: a text of the head that looks like its placeholder stays a text.
 */
export const withHead = (html: string, elements: string): string =>
  html.replace(TITLE, () => elements);
