import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import { HOUR_MS } from '@respa/contract/durations';
import { listEntries, LISTED_KINDS, type ListedKind } from '#features/open/service.ts';
import { FIRST_ID } from '#platform/database/paging.ts';
import { addressKey } from '#platform/http/address-key.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { isId } from '#platform/runtime/ids.ts';
import { escapeMarkup } from './markup.ts';

/** The pages that are open without signing in and worth finding. */
const FIXED_PAGES = ['/greeting', '/store', '/support', '/portfolio', '/register', '/login'];
/**
 * Addresses that hold a secret or data, and no pages; pictures and players of pages are no secret.
 */
const CLOSED = ['/api/', '/activate/', '/confirm-email/', '/return-password/'];
const HOUR_SECONDS = HOUR_MS / 1000;
/** A file may list 50,000 pages (sitemaps.org); shorter ones are read sooner. */
const PAGES_PER_FILE = 10_000;
/** An index may list 50,000 files. */
const FILES_MOST = 50_000;
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XML = 'application/xml; charset=utf-8';
const PATHS: Record<ListedKind, string> = {
  games: '/store/',
  communities: '/public/',
  articles: '/publicpost/',
  channels: '/videohost/channel/',
  videos: '/videohost/video/',
  people: '/user/',
};
const isListed = (word: string): word is ListedKind => (LISTED_KINDS as string[]).includes(word);

/**
 * Mounts the files for search engines: /robots.txt, and /sitemap.xml with the files that it lists.
 * They name only what everyone may read without signing in.
 */
export function mountCrawlerFiles(http: FastifyInstance, context: AppContext): void {
  const { publicUrl } = context.config;
  const caching = `public, max-age=${HOUR_SECONDS}`;
  const robots = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  http.get('/robots.txt', (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', caching).send(robots),
  );
  const spend = (request: FastifyRequest) =>
    context.limits.spend('anonymous', addressKey(request.ip));
  const indexOf = rememberIndex(context);
  http.get('/sitemap.xml', async (request, reply) => {
    await spend(request);
    return reply
      .type(XML)
      .header('cache-control', caching)
      .send(await indexOf());
  });
  http.get('/sitemaps/pages.xml', (_, reply) =>
    reply
      .type(XML)
      .header('cache-control', caching)
      .send(
        `${HEAD}<urlset xmlns="${SCHEMA}">\n${FIXED_PAGES.map((path) => drawPage(publicUrl + path)).join('')}</urlset>\n`,
      ),
  );
  http.get('/sitemaps/:kind/:file', async (request, reply) => {
    await spend(request);
    const { kind = '', file = '' } = request.params as { kind?: string; file?: string };
    const after = file.endsWith('.xml') ? file.slice(0, -'.xml'.length) : '';
    if (!isListed(kind) || !isId(after)) throw appError('not_found');
    return reply
      .type(XML)
      .header('cache-control', caching)
      .send(Readable.from(drawFile(context, kind, after)));
  });
}

const drawPage = (url: string, changed?: Date): string =>
  `<url><loc>${escapeMarkup(url)}</loc>${changed === undefined ? '' : `<lastmod>${changed.toISOString()}</lastmod>`}</url>\n`;
async function* drawFile(context: AppContext, kind: ListedKind, after: string) {
  const prefix = context.config.publicUrl + PATHS[kind];
  yield `${HEAD}<urlset xmlns="${SCHEMA}">\n`;
  for await (const batch of listEntries(context, kind, { after, most: PAGES_PER_FILE }))
    yield batch.map(({ id, changed }) => drawPage(prefix + id, changed)).join('');
  yield '</urlset>\n';
}

/** Returns a function that draws the index of the files, at most once an hour. */
function rememberIndex(context: AppContext): () => Promise<string> {
  let kept: { until: number; text: Promise<string> } | undefined;
  return () => {
    if (kept === undefined || kept.until <= nowMs()) {
      const fresh = { until: nowMs() + HOUR_MS, text: drawIndex(context) };
      kept = fresh;
      fresh.text.catch(() => {
        if (kept === fresh) kept = undefined;
      });
    }
    return kept.text;
  };
}
async function drawIndex(context: AppContext): Promise<string> {
  const files = ['pages'];
  for (const kind of LISTED_KINDS)
    for (const after of await findFiles(context, kind)) files.push(`${kind}/${after}`);
  const { publicUrl } = context.config;
  const lines = files
    .slice(0, FILES_MOST)
    .map(
      (file) =>
        `<sitemap><loc>${escapeMarkup(`${publicUrl}/sitemaps/${file}.xml`)}</loc></sitemap>\n`,
    );
  return `${HEAD}<sitemapindex xmlns="${SCHEMA}">\n${lines.join('')}</sitemapindex>\n`;
}
/** Returns the ids after which the files of a kind begin; none if there is nothing to list. */
async function findFiles(context: AppContext, kind: ListedKind): Promise<string[]> {
  const starts: string[] = [];
  let [count, last] = [0, FIRST_ID];
  for await (const batch of listEntries(context, kind)) {
    if (count % PAGES_PER_FILE === 0) starts.push(last);
    count += batch.length;
    last = batch.at(-1)!.id;
  }
  return starts;
}
