import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import { makeNonce, pagePolicy, WORKER_POLICY } from '../security-headers.ts';
import type { DescribedPage } from './describe-page.ts';
import { drawHead, withHead } from './page-head.ts';
import { REMOVAL, WORKER } from './worker-removal.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};
const NONCE = '__CSP_NONCE__';
/** Pages for visitors that say nothing special about themselves. */
const OPEN_FORMS = /^\/(?:login|register|support|portfolio)$/;
/** The share target of packages/web/public/manifest.webmanifest. */
const SHARE = '/share';
const compress = promisify(brotliCompress);
const PAGE_QUALITY = 4;
export type Asset = {
  type: string;
  plain: Buffer;
  br: Buffer | undefined;
  gz: Buffer | undefined;
  immutable: boolean;
};
/** Returns what the page of a request says to everyone. */
export type DescribeRequest = (request: FastifyRequest, path: string) => Promise<DescribedPage>;
export type Site = {
  /** `describe` is asked if the request is for a page, not for a file. */
  serve(request: FastifyRequest, reply: FastifyReply, describe: DescribeRequest): unknown;
  exists: boolean;
};

/**
 * Loaded at startup, before the first request: loading these hundreds of small files one after
 * another would take a third of the startup time.
 */
function load(root: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  const files = new Set(
    existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [],
  );
  for (const file of files) {
    const path = join(root, file);
    const type = TYPES[extname(file)];
    // Files that begin with a dot are internal to the build.
    if (type === undefined || /(?:^|[\\/])\./.test(file)) continue;
    const packed = (ending: string) =>
      files.has(file + ending) ? readFileSync(path + ending) : undefined;
    const url = `/${file.split(sep).join('/')}`;
    assets.set(url, {
      type,
      plain: readFileSync(path),
      br: packed('.br'),
      gz: packed('.gz'),
      immutable: url.startsWith('/assets/'),
    });
  }
  return assets;
}

/** Returns whether an address ends like a file's; only those of searches may do so otherwise. */
const isFile = (path: string): boolean =>
  /\.[a-z0-9]{1,16}$/i.test(path) && !/^\/videohost\/(?:channel)?search\//.test(path);

/**
 * Opens the built site, held in memory: a few megabytes. Pages get a fresh nonce each time and are
 * never cached; `store` is as in `pagePolicy`. Without `hasWorker`, the service worker is replaced
 * by one that removes itself, and pages are told so.
 */
export function openSite(
  root: string,
  {
    publicUrl,
    store,
    liveKit,
    hasWorker,
  }: {
    publicUrl: string;
    store: string | undefined;
    liveKit: string | undefined;
    hasWorker: boolean;
  },
): Site {
  const assets = load(root);
  if (!hasWorker && assets.has(WORKER)) assets.set(WORKER, REMOVAL);
  const pages = new Map(
    [...assets]
      .filter(([url]) => url.endsWith('.html'))
      .map(([url, { plain }]) => [url.slice(1, -'.html'.length), plain.toString('utf8')])
      .map(([name, html]) => [
        name!,
        hasWorker ? html! : html!.replace('<html ', '<html data-worker="off" '),
      ]),
  );
  const shell = pages.get('index');
  return {
    exists: shell !== undefined,
    async serve(request, reply, describe) {
      const path = request.url.split('?', 1)[0]!;
      const asset = path.endsWith('.html') ? undefined : assets.get(path);
      if (asset !== undefined) {
        const accepts = String(request.headers['accept-encoding'] ?? '');
        const [encoding, body] =
          asset.br && /\bbr\b/.test(accepts)
            ? ['br', asset.br]
            : asset.gz && /\bgzip\b/.test(accepts)
              ? ['gzip', asset.gz]
              : ['', asset.plain];
        if (encoding !== '') reply.header('content-encoding', encoding);
        if (path === WORKER) reply.header('content-security-policy', WORKER_POLICY);
        return reply
          .header('vary', 'accept-encoding')
          .type(asset.type)
          .header(
            'cache-control',
            asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
          )
          .send(body);
      }
      if (isFile(path) || path.startsWith('/assets/') || shell === undefined)
        throw appError('not_found');
      const nonce = makeNonce();
      // Some pages have their own html, which names their files or contains the rendered page.
      const html = pages.get(path === '/v2' ? 'greeting' : path.split('/')[1]!) ?? shell;
      // The link in these addresses is a secret: it must not leak in a Referer header.
      if (
        path.startsWith('/return-password/') ||
        path.startsWith('/activate/') ||
        path.startsWith('/confirm-email/')
      )
        reply.header('referrer-policy', 'no-referrer');
      const { status, head, retryAfter } = await describe(request, path);
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      // What is for members, and files that were shared by their link, stay out of search engines.
      if (head === null ? !OPEN_FORMS.test(path) : path.startsWith('/cloud/'))
        reply.header('x-robots-tag', 'noindex');
      const page = html.replaceAll(NONCE, nonce);
      reply
        .code(status)
        .type(TYPES['.html']!)
        .header('cache-control', 'no-store')
        .header('content-security-policy', pagePolicy(nonce, store, liveKit));
      return sendPage(
        request,
        reply,
        head === null ? page : withHead(page, drawHead(head, publicUrl, nonce)),
      );
    },
  };
}

/**
 * Sends a page compressed. Its nonce differs each time, so it cannot be compressed by the build;
 * the quality is the fastest one that makes it about as small as gzip's best.
 */
async function sendPage(request: FastifyRequest, reply: FastifyReply, html: string) {
  reply.header('vary', 'accept-encoding');
  if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(html);
  const body = await compress(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  });
  return reply.header('content-encoding', 'br').send(body);
}

/**
 * Mounts the site for everything that is neither the API nor media; its router knows which paths
 * exist.
 */
export function mountSite(
  http: FastifyInstance,
  site: Site,
  countVisitor: (request: FastifyRequest) => void,
  describe: DescribeRequest,
): void {
  http.setNotFoundHandler(async (request, reply) => {
    // The service worker takes what is shared with the site. Without it, the page says that it is
    // lost.
    if (request.method === 'POST' && request.url === SHARE)
      return reply.redirect(`${SHARE}?lost`, 303);
    if (
      /^\/(api|media)(\/|$)/.test(request.url.split('?', 1)[0]!) ||
      !['GET', 'HEAD'].includes(request.method)
    )
      throw appError('not_found');
    const isPage =
      request.headers['sec-fetch-dest'] === 'document' ||
      String(request.headers.accept ?? '').includes('text/html');
    if (isPage) countVisitor(request);
    return site.serve(request, reply, describe);
  });
}
