import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import { makeNonce, pagePolicy } from './security-headers.ts';

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
type Asset = {
  type: string;
  plain: Buffer;
  br: Buffer | undefined;
  gz: Buffer | undefined;
  immutable: boolean;
};
export type Site = {
  serve(request: FastifyRequest, reply: FastifyReply): unknown;
  exists: boolean;
};

/** Read at once, before anybody can ask: one after another these hundreds of small files would be a third of a start. */
function load(root: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  const files = new Set(
    existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [],
  );
  for (const file of files) {
    const path = join(root, file);
    const type = TYPES[extname(file)];
    // What begins with a dot is the build's own business.
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

/** The built site, held in memory: a few megabytes. Pages get a fresh nonce each time and are never cached; `store` as of `pagePolicy`. */
export function openSite(root: string, store?: string): Site {
  const assets = load(root);
  const pages = new Map(
    [...assets]
      .filter(([url]) => url.endsWith('.html'))
      .map(([url, { plain }]) => [url.slice(1, -'.html'.length), plain.toString('utf8')]),
  );
  const shell = pages.get('index');
  return {
    exists: shell !== undefined,
    serve(request, reply) {
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
        return reply
          .header('vary', 'accept-encoding')
          .type(asset.type)
          .header(
            'cache-control',
            asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
          )
          .send(body);
      }
      if (path.startsWith('/assets/') || shell === undefined) throw appError('not_found');
      const nonce = makeNonce();
      // Some pages have html of their own, in which their files are named or the page is drawn already.
      const html = pages.get(path === '/v2' ? 'greeting' : path.split('/')[1]!) ?? shell;
      // The link in these addresses is a secret: it must not leave in a Referer header.
      if (
        path.startsWith('/return-password/') ||
        path.startsWith('/activate/') ||
        path.startsWith('/confirm-email/')
      )
        reply.header('referrer-policy', 'no-referrer');
      return reply
        .type(TYPES['.html']!)
        .header('cache-control', 'no-store')
        .header('content-security-policy', pagePolicy(nonce, store))
        .send(html.replaceAll(NONCE, nonce));
    },
  };
}

/** Everything that is neither the API nor media is the site; its router knows which paths exist. */
export function mountSite(
  http: FastifyInstance,
  site: Site,
  countVisitor: (request: FastifyRequest) => void,
): void {
  http.setNotFoundHandler(async (request, reply) => {
    if (
      /^\/(api|media)(\/|$)/.test(request.url.split('?', 1)[0]!) ||
      !['GET', 'HEAD'].includes(request.method)
    )
      throw appError('not_found');
    const isPage =
      request.headers['sec-fetch-dest'] === 'document' ||
      String(request.headers.accept ?? '').includes('text/html');
    if (isPage) countVisitor(request);
    return site.serve(request, reply);
  });
}
