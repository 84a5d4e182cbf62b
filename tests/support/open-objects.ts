import * as communities from '@respa/contract/communities';
import type { ReplyOf } from '@respa/contract/route';
import * as videohost from '@respa/contract/videohost';
import type { Caller, TestApp } from './driver.ts';
import { picture } from './files/pictures.ts';
import { playableVideo } from './files/videos.ts';

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
/** Returns the text that stands in the markup of a page. */
export const unescapeMarkup = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (one) => ENTITIES[one]!);
/** Ends every context that a name stands in, and looks like the placeholder of the nonce. */
export const ATTACK = `"><script>alert(1)</script></title> __CSP_NONCE__ $& '`;
/** Publishes a video whose description names its title. */
export const makeDescribedVideo = async (
  who: Caller,
  title: string,
  audience?: videohost.VideoAudience,
): Promise<ReplyOf<typeof videohost.createVideo>['video']> =>
  (
    await who.call(videohost.createVideo, {
      body: { title, description: `О видео: ${title}`, ...(audience ? { audience } : {}) },
      files: { video: [await playableVideo()], preview: [await picture()] },
    })
  ).video;
/** Publishes an article whose text names its title. */
export const makeDescribedArticle = async (
  who: Caller,
  publicId: string,
  title: string,
): Promise<ReplyOf<typeof communities.createPost>['post']> =>
  (
    await who.call(communities.createPost, {
      params: { id: publicId },
      body: { title, text: `Текст: ${title}` },
      files: { file: [await picture()] },
    })
  ).post;
/** Returns the tags of a page by their names, and its structured data. */
export async function readHead(app: TestApp, path: string) {
  const answer = await fetch(app.url + path, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const tags: Record<string, string> = {};
  for (const [, name, content] of html.matchAll(
    /<meta (?:name|property)="([^"]+)" content="([^"]*)">/g,
  ))
    tags[name!] = unescapeMarkup(content!);
  tags['title'] = unescapeMarkup(/<title>([^<]*)<\/title>/.exec(html)![1]!);
  const data = /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(html)?.[1];
  return {
    status: answer.status,
    html,
    tags,
    canonical: /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1],
    feed: /<link rel="alternate" type="application\/rss\+xml" href="([^"]+)"/.exec(html)?.[1],
    data: data === undefined ? null : (JSON.parse(data) as Record<string, unknown>),
  };
}
