import type { FastifyInstance, FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import { reading } from '#features/open/service.ts';
import { addressKey } from '#platform/http/address-key.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { embedPolicy, makeNonce } from '../security-headers.ts';
import { escapeMarkup } from './markup.ts';

type Video = Awaited<ReturnType<typeof reading.readVideo>>;
const STYLE = `
html,body,main{height:100%;margin:0;background:#0e1014;color:#fff;font:600 15px/1.35 system-ui,sans-serif;overflow:hidden}
video{display:block;width:100%;height:100%;object-fit:contain;background:#000}
a{position:absolute;inset:0 0 auto;padding:12px 16px 28px;color:inherit;text-decoration:none;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;background:linear-gradient(#000b,#0000)}
a:hover,a:focus-visible{text-decoration:underline}
a:focus-visible{outline:2px solid #fff;outline-offset:-4px}
`;
const PLAYER = { width: 640, height: 360 };

/**
 * Mounts the player that other sites embed, and the description by which they find it (oEmbed). The
 * page has no scripts, reads no cookies and plays only what everyone may watch.
 */
export function mountEmbed(http: FastifyInstance, context: AppContext, store?: string): void {
  const { publicUrl } = context.config;
  const spend = (request: FastifyRequest) =>
    context.limits.spend('anonymous', addressKey(request.ip));
  http.get('/embed/video/:id', async (request, reply) => {
    await spend(request);
    const video = await reading.readVideo(context, (request.params as { id: string }).id);
    const files = await reading.listPlayable(context, video);
    const nonce = makeNonce();
    return reply
      .type('text/html; charset=utf-8')
      .removeHeader('x-frame-options')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', embedPolicy(nonce, store))
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .send(drawPlayer(video, files, publicUrl, nonce));
  });
  http.get('/oembed', async (request, reply) => {
    await spend(request);
    const { url = '', format = 'json' } = request.query as { url?: unknown; format?: unknown };
    const id =
      typeof url === 'string' && format === 'json' && url.startsWith(`${publicUrl}/`)
        ? VIDEO_PATH.exec(url.slice(publicUrl.length))?.[1]
        : undefined;
    if (id === undefined) throw appError('not_found');
    const video = await reading.readVideo(context, id);
    return reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-store')
      .send(describeEmbedded(video, publicUrl));
  });
}
const VIDEO_PATH = /^\/(?:videohost\/|embed\/)?video\/([0-9a-fA-F-]{36})(?:[/?#]|$)/;

function drawPlayer(
  video: Video,
  files: { path: string; type: string }[],
  publicUrl: string,
  nonce: string,
): string {
  const title = escapeMarkup(video.title);
  const poster =
    video.preview === null
      ? ''
      : ` poster="${escapeMarkup(`/media/videopreviews/${video.preview.name}`)}"`;
  const sources = files.map(
    ({ path, type }) => `<source src="${escapeMarkup(path)}" type="${escapeMarkup(type)}">`,
  );
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} — Респа</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><video controls playsinline preload="none"${poster} aria-label="${title}">${sources.join('')}</video>
<a href="${escapeMarkup(`${publicUrl}/videohost/video/${video._id}`)}" target="_blank" rel="noopener">${title}</a></main></body></html>
`;
}

const describeEmbedded = (video: Video, publicUrl: string) => ({
  version: '1.0',
  type: 'video',
  title: video.title,
  author_name: video.channelName,
  author_url: `${publicUrl}/videohost/channel/${video.channel}`,
  provider_name: 'Респа',
  provider_url: publicUrl,
  ...(video.preview === null
    ? {}
    : {
        thumbnail_url: `${publicUrl}/media/videopreviews/${video.preview.name}`,
        thumbnail_width: video.preview.width,
        thumbnail_height: video.preview.height,
      }),
  ...PLAYER,
  html: `<iframe src="${escapeMarkup(`${publicUrl}/embed/video/${video._id}`)}" width="${PLAYER.width}" height="${PLAYER.height}" frameborder="0" allow="fullscreen" allowfullscreen></iframe>`,
});
