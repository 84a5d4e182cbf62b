import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import { reading } from '#features/open/service.ts';
import { addressKey } from '#platform/http/address-key.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { escapeMarkup, shorten } from './markup.ts';

type Item = { title: string; url: string; text: string; date: string; image?: string | undefined };
type Feed = { title: string; url: string; self: string; about: string; items: Item[] };
const MINUTES_5 = 300;

/** Mounts the RSS feeds of communities and channels that everyone reads. */
export function mountFeeds(http: FastifyInstance, context: AppContext): void {
  const serve = (path: string, read: (context: AppContext, id: string) => Promise<Feed>) =>
    http.get(path, async (request, reply) => {
      await context.limits.spend('anonymous', addressKey(request.ip));
      const { file = '' } = request.params as { file?: string };
      if (!file.endsWith('.xml')) throw appError('not_found');
      return sendFeed(request, reply, await read(context, file.slice(0, -'.xml'.length)));
    });
  serve('/rss/community/:file', readCommunityFeed);
  serve('/rss/channel/:file', readChannelFeed);
}

async function readCommunityFeed(context: AppContext, id: string): Promise<Feed> {
  const { publicUrl } = context.config;
  const [community, { articles }] = await Promise.all([
    reading.readCommunity(context, id),
    reading.readArticles(context, id),
  ]);
  return {
    title: community.name,
    url: `${publicUrl}/public/${community._id}`,
    self: `${publicUrl}/rss/community/${community._id}.xml`,
    about: community.description,
    items: articles.map(({ _id, title, text, date, pictures }) => ({
      title: title || shorten(text, 80) || 'Пост',
      url: `${publicUrl}/publicpost/${_id}`,
      text,
      date,
      image: pictures[0] && `${publicUrl}/media/publicposts/${pictures[0].name}`,
    })),
  };
}
async function readChannelFeed(context: AppContext, id: string): Promise<Feed> {
  const { publicUrl } = context.config;
  const [channel, { videos }] = await Promise.all([
    reading.readChannel(context, id),
    reading.readVideos(context, id),
  ]);
  return {
    title: channel.name,
    url: `${publicUrl}/videohost/channel/${channel._id}`,
    self: `${publicUrl}/rss/channel/${channel._id}.xml`,
    about: channel.description,
    items: videos.map(({ _id, title, description, date, preview }) => ({
      title,
      url: `${publicUrl}/videohost/video/${_id}`,
      text: description,
      date,
      image: preview === null ? undefined : `${publicUrl}/media/videopreviews/${preview.name}`,
    })),
  };
}

const drawItem = ({ title, url, text, date, image }: Item): string =>
  [
    '<item>',
    `<title>${escapeMarkup(title)}</title>`,
    `<link>${escapeMarkup(url)}</link>`,
    `<guid isPermaLink="true">${escapeMarkup(url)}</guid>`,
    `<pubDate>${new Date(date).toUTCString()}</pubDate>`,
    // The element holds HTML: the text is escaped once for it and once for XML.
    `<description>${escapeMarkup(escapeMarkup(text).replaceAll('\n', '<br>'))}</description>`,
    // Readers need no length; the format does.
    ...(image === undefined
      ? []
      : [`<enclosure url="${escapeMarkup(image)}" length="0" type="image/webp"/>`]),
    '</item>',
  ].join('\n');
const drawFeed = ({ title, url, self, about, items }: Feed): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${escapeMarkup(title)}</title>`,
    `<link>${escapeMarkup(url)}</link>`,
    `<atom:link href="${escapeMarkup(self)}" rel="self" type="application/rss+xml"/>`,
    `<description>${escapeMarkup(shorten(about) || title)}</description>`,
    '<language>ru</language>',
    ...items.map(drawItem),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');

/** Sends a feed, or 304 to a reader that has it. */
function sendFeed(request: FastifyRequest, reply: FastifyReply, feed: Feed): FastifyReply {
  const body = drawFeed(feed);
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const newest = feed.items.map(({ date }) => Date.parse(date)).sort((a, b) => b - a)[0];
  reply
    .type('application/rss+xml; charset=utf-8')
    .header('cache-control', `public, max-age=${MINUTES_5}`)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('etag', tag);
  if (newest !== undefined) reply.header('last-modified', new Date(newest).toUTCString());
  const known = request.headers['if-none-match'];
  // An edited or deleted item does not change the newest date, so only the tag decides if it is
  // sent.
  const isKnown =
    known === undefined
      ? newest !== undefined &&
        Date.parse(request.headers['if-modified-since'] ?? '') >= Math.floor(newest / 1000) * 1000
      : known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
  return isKnown ? reply.code(304).send() : reply.send(body);
}
