import type { FastifyInstance } from 'fastify';

/** The pages that are open without signing in and worth finding. */
const PUBLIC_PAGES = ['/greeting', '/store', '/support', '/portfolio', '/register', '/login'];
/** Addresses that hold a secret or data, and no pages. */
const CLOSED = ['/api/', '/media/', '/activate/', '/confirm-email/', '/return-password/'];
const HOUR_SECONDS = 3_600;

/** Mounts the files for search engines: /robots.txt and /sitemap.xml. */
export function mountCrawlerFiles(http: FastifyInstance, publicUrl: string): void {
  const robots = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PUBLIC_PAGES.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
  for (const [path, type, body] of [
    ['/robots.txt', 'text/plain; charset=utf-8', robots],
    ['/sitemap.xml', 'application/xml; charset=utf-8', sitemap],
  ] as const)
    http.get(path, (_, reply) =>
      reply.type(type).header('cache-control', `public, max-age=${HOUR_SECONDS}`).send(body),
    );
}
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
