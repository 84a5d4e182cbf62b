import { AppError, appError } from '@respa/contract/app-errors';
import { displayName } from '@respa/contract/characters';
import { isId } from '#platform/runtime/ids.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { findOpen, reading, wasOpen, type OpenKind } from '#features/open/service.ts';
import { isKnownPage } from './known-pages.ts';
import { shorten } from './markup.ts';
import type { PageHead } from './page-head.ts';

/** The status of a page, and what it says about itself; null: nothing that a visitor may know. */
export type DescribedPage = { status: number; head: PageHead | null; retryAfter?: number };
type Describe = (context: AppContext, id: string) => Promise<PageHead>;
type Stored = { name: string; width: number; height: number };

const addressOf = ({ config }: AppContext) => ({
  page: (path: string) => config.publicUrl + path,
  media: (folder: string, name: string) => `${config.publicUrl}/media/${folder}/${name}`,
});
const picture = (context: AppContext, folder: string, stored: Stored | null | undefined) =>
  stored === null || stored === undefined
    ? undefined
    : {
        url: addressOf(context).media(folder, stored.name),
        width: stored.width,
        height: stored.height,
      };
const file = (context: AppContext, folder: string, name: string) =>
  name === '' || name === 'banner.jpg'
    ? undefined
    : { url: addressOf(context).media(folder, name) };

const describeCommunity: Describe = async (context, id) => {
  const one = await reading.readCommunity(context, id);
  return {
    title: one.name,
    description: shorten(one.description) || `Группа «${one.name}» на Респе`,
    path: `/public/${one._id}`,
    type: 'website',
    image: file(context, 'publicavatars', one.avatarUrl) ?? file(context, 'covers', one.bannerUrl),
    feed: addressOf(context).page(`/rss/community/${one._id}.xml`),
  };
};
const describeArticle: Describe = async (context, id) => {
  const one = await reading.readArticle(context, id);
  const title = one.title || shorten(one.text, 80) || `Пост группы «${one.head.name}»`;
  const image = picture(context, 'publicposts', one.pictures[0]);
  const url = addressOf(context).page(`/publicpost/${one._id}`);
  return {
    title,
    description: shorten(one.text) || `Пост группы «${one.head.name}»`,
    path: `/publicpost/${one._id}`,
    type: 'article',
    image: image ?? file(context, 'publicavatars', one.head.avatarUrl),
    feed: addressOf(context).page(`/rss/community/${one.public}.xml`),
    data: {
      '@type': 'Article',
      headline: title,
      datePublished: one.date,
      dateModified: one.edited ?? one.date,
      mainEntityOfPage: url,
      author: { '@type': 'Organization', name: one.head.name },
      ...(image === undefined ? {} : { image: image.url }),
    },
  };
};
const describeChannel: Describe = async (context, id) => {
  const one = await reading.readChannel(context, id);
  return {
    title: one.name,
    description: shorten(one.description) || `Канал «${one.name}» на Респе`,
    path: `/videohost/channel/${one._id}`,
    type: 'website',
    image: file(context, 'channelavatars', one.avatarUrl) ?? file(context, 'covers', one.bannerUrl),
    feed: addressOf(context).page(`/rss/channel/${one._id}.xml`),
  };
};
const describeVideo: Describe = async (context, id) => {
  const one = await reading.readVideo(context, id);
  const { page } = addressOf(context);
  const path = `/videohost/video/${one._id}`;
  const image = picture(context, 'videopreviews', one.preview);
  const player = page(`/embed/video/${one._id}`);
  const description = shorten(one.description) || `Видео канала «${one.channelName}»`;
  return {
    title: one.title,
    description,
    path,
    type: 'video.other',
    image,
    feed: page(`/rss/channel/${one.channel}.xml`),
    player: {
      url: player,
      width: one.width,
      height: one.height,
      oembed: page(`/oembed?url=${encodeURIComponent(page(path))}`),
    },
    data: {
      '@type': 'VideoObject',
      name: one.title,
      description,
      uploadDate: one.date,
      duration: `PT${Math.round(one.duration)}S`,
      embedUrl: player,
      ...(image === undefined ? {} : { thumbnailUrl: image.url }),
    },
  };
};
const describeWall: Describe = async (context, id) => {
  const one = await reading.readPerson(context, id);
  const newest = (await reading.readWall(context, id)).find(({ title }) => title !== '');
  const name = displayName(one);
  return {
    title: name,
    description: shorten(newest?.title ?? '') || `Стена: ${name}`,
    path: `/user/${one.id}`,
    type: 'profile',
    image: file(context, 'useravatars', one.avatarUrl),
  };
};
const describePost: Describe = async (context, id) => {
  const one = await reading.readPost(context, id);
  const author = displayName(one.head);
  const path = `/userpost/${one._id}`;
  const image = picture(context, 'userposts', one.pictures[0]);
  return {
    title: `Пост, ${author}`,
    description: shorten(one.title) || `Пост на стене: ${author}`,
    path,
    type: 'article',
    image: image ?? file(context, 'useravatars', one.head.avatarUrl),
    data: {
      '@type': 'Article',
      headline: shorten(one.title, 80) || `Пост, ${author}`,
      datePublished: one.date,
      dateModified: one.edited ?? one.date,
      mainEntityOfPage: addressOf(context).page(path),
      author: { '@type': 'Person', name: author },
      ...(image === undefined ? {} : { image: image.url }),
    },
  };
};
const describeGame: Describe = async (context, id) => {
  const one = await reading.readGame(context, id);
  return {
    title: one.name,
    description: shorten(one.description) || `${one.name} в каталоге Респы`,
    path: `/store/${one._id}`,
    type: 'website',
    image: picture(context, 'gamepreviews', one.preview),
  };
};
const describeFile: Describe = async (context, id) => {
  const one = await reading.readFile(context, id);
  return {
    title: one.name,
    description: 'Файл, которым поделились на Респе',
    path: `/cloud/file/${one._id}`,
    type: 'website',
  };
};

const OBJECTS: readonly [path: RegExp, kind: OpenKind, describe: Describe][] = [
  [/^\/public\/([^/]+)\/?$/, 'community', describeCommunity],
  [/^\/publicpost\/([^/]+)\/?$/, 'article', describeArticle],
  [/^\/videohost\/channel\/([^/]+)\/?$/, 'channel', describeChannel],
  [/^\/(?:videohost\/)?video\/([^/]+)\/?$/, 'video', describeVideo],
  [/^\/user\/([^/]+)\/?$/, 'wall', describeWall],
  [/^\/userpost\/([^/]+)\/?$/, 'post', describePost],
  [/^\/store\/([^/]+)\/?$/, 'game', describeGame],
  [/^\/cloud\/file\/([^/]+)\/?$/, 'file', describeFile],
];
const GREETING: PageHead = {
  title: 'Социальная сеть для игроков',
  description:
    'Блоги и каналы, друзья, сообщения и файлы, игры и объявления об аккаунтах: всё, что нужно игроку между катками, в одном месте.',
  path: '/greeting',
  type: 'website',
};
const FIXED: Readonly<Record<string, PageHead>> = {
  '/': GREETING,
  '/greeting': GREETING,
  '/v2': GREETING,
  '/store': {
    title: 'Каталог игр',
    description: 'Игры и приложения с оценками игроков: описания, снимки экрана и загрузка.',
    path: '/store',
    type: 'website',
  },
};

/**
 * Returns what a page says to everyone. It is the same for members: nothing that needs a token is
 * read.
 */
export async function describePage(context: AppContext, path: string): Promise<DescribedPage> {
  const fixed = FIXED[path];
  if (fixed !== undefined) return { status: 200, head: fixed };
  for (const [pattern, kind, describe] of OBJECTS) {
    const id = pattern.exec(path)?.[1]?.toLowerCase();
    if (id !== undefined) return describeObject(context, kind, id, describe);
  }
  return { status: isKnownPage(path) ? 200 : 404, head: null };
}
async function describeObject(
  context: AppContext,
  kind: OpenKind,
  id: string,
  describe: Describe,
): Promise<DescribedPage> {
  if ((await findOpen(context, kind, id)) !== null)
    try {
      return { status: 200, head: await describe(context, id) };
    } catch (error) {
      // Deleted or closed in between.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  if (await wasOpen(context, id)) return { status: 410, head: null };
  // What is for members answers as what never was: nobody learns of it, and those who may read it
  // see no error. Every game is open, so one that is not found is not there.
  return { status: kind !== 'game' && isId(id) ? 200 : 404, head: null };
}

/** In milliseconds. A link that many people open at once is described once. */
const KEPT_MS = 10_000;
const KEPT_PAGES = 1_000;
/**
 * Returns `describePage` with a short memory of the pages that were described last. If a page
 * cannot be described now, it is still a page: with the status of the error and without tags.
 */
export function rememberPages(context: AppContext, now: () => number) {
  const kept = new Map<string, { until: number; page: Promise<DescribedPage> }>();
  const describe = (path: string): Promise<DescribedPage> => {
    const known = kept.get(path);
    if (known !== undefined && known.until > now()) return known.page;
    kept.delete(path);
    if (kept.size >= KEPT_PAGES) kept.delete(kept.keys().next().value!);
    const page = describePage(context, path);
    kept.set(path, { until: now() + KEPT_MS, page });
    page.catch(() => kept.delete(path));
    return page;
  };
  /** `admit` counts the request; it throws if the address asks too often. */
  return async (path: string, admit: () => void | Promise<void>): Promise<DescribedPage> => {
    try {
      if (OBJECTS.some(([pattern]) => pattern.test(path))) await admit();
      return await describe(path);
    } catch (error) {
      if (!(error instanceof AppError)) context.log.warn({ err: error as Error, path }, 'no tags');
      const { status, retryAfter } = error instanceof AppError ? error : appError('unavailable');
      return { status, head: null, retryAfter: retryAfter ?? 3 };
    }
  };
}
