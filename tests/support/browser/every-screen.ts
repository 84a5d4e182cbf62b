import type { Page } from '@playwright/test';
import type { World } from './world.ts';
import { patient } from '../patience.ts';

/** The sections of the settings. */
const SETTINGS = [
  'profile',
  'notifications',
  'privacy',
  'security',
  'appearance',
  'app',
  'data',
] as const;
/** `isOpen`: visible without signing in. `isRefused`: the page shows an error of the server. */
export type Screen = { name: string; path: string; isOpen?: boolean; isRefused?: boolean };

const ADMIN_PARTS = [
  '',
  '-messages',
  '-reports',
  '-promos',
  '-members',
  '-events',
  '-files',
  '-queues',
  '-log',
];
/** Returns every page of the site, with existing objects behind the addresses. */
export async function everyScreen(world: World, page: Page, me: string): Promise<Screen[]> {
  await page.goto('/home');
  const ask = (path: string) =>
    page.evaluate(async (url) => {
      const { token } = JSON.parse(localStorage.getItem('respa.session')!) as { token: string };
      return (await (
        await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      ).json()) as unknown;
    }, `${world.url}/api${path}`);
  const { rooms } = (await ask('/get-rooms')) as {
    rooms: { _id: string; userId: string; isChat: boolean }[];
  };
  const [dialog, group] = [
    rooms.find(({ isChat }) => !isChat)!,
    rooms.find(({ isChat }) => isChat)!,
  ];
  const { posts } = (await ask('/friendsnews')) as { posts: { _id: string }[] };
  const { photos } = (await ask(`/photos/${me}`)) as { photos: { _id: string }[] };
  const { publics: communities } = (await ask('/public/own')) as { publics: { _id: string }[] };
  const { posts: articles } = (await ask('/publicnews')) as {
    posts: { _id: string; public: string }[];
  };
  const { isAdmin } = (await ask('/user-by-token')) as { isAdmin: boolean };
  const { games } = (await ask('/games/games?sort=popular')) as {
    games: { _id: string; downloadUrl: string }[];
  };
  const game = games.find(({ downloadUrl }) => downloadUrl !== '') ?? games[0]!;
  const files = (
    (await ask('/cloud/rootfiles')) as { files: { _id: string; type: string }[] }
  ).files
    .filter(({ type }) => type !== 'folder')
    .slice(0, 1);
  const { videos } = (await ask('/videohost/videos/popular?limit=5')) as {
    videos: { _id: string; channel: string }[];
  };
  const { channels: runs } = (await ask('/videohost/channels/own')) as {
    channels: { _id: string; admin: string }[];
  };
  const { videos: own } =
    runs[0] === undefined
      ? { videos: [] }
      : ((await ask(`/videohost/videos/channelvideos/${runs[0]._id}`)) as {
          videos: { _id: string }[];
        });
  const { ads: offers } = (await ask('/board/all?limit=100')) as {
    ads: { _id: string; user: string; isAccount: boolean }[];
  };
  const { ads: ownOffers } = (await ask('/board/mine')) as { ads: { _id: string }[] };
  const offer = offers.find(({ user, isAccount }) => user !== me && isAccount) ?? offers[0]!;
  const { ads } = (await ask(`/promo/mine/${me}`)) as { ads: { _id: string; state: string }[] };
  const [led, read] = [communities[0], articles[0]!];
  return [
    { name: 'greeting', path: '/greeting', isOpen: true },
    { name: 'register', path: '/register', isOpen: true },
    { name: 'login', path: '/login', isOpen: true },
    { name: 'forgot-password', path: '/forgot-password', isOpen: true },
    { name: 'notactivated', path: '/notactivated', isOpen: true },
    { name: 'goodbye', path: '/goodbye', isOpen: true },
    { name: 'activate', path: '/activate/unknown', isOpen: true, isRefused: true },
    { name: 'confirm-email', path: '/confirm-email/unknown', isOpen: true, isRefused: true },
    { name: 'support', path: '/support', isOpen: true },
    { name: 'portfolio', path: '/portfolio', isOpen: true },
    { name: 'open-public', path: `/public/${read.public}`, isOpen: true },
    { name: 'open-publicpost', path: `/publicpost/${read._id}`, isOpen: true },
    { name: 'open-user', path: `/user/${me}`, isOpen: true },
    ...videos.slice(0, 1).flatMap(({ _id, channel }) => [
      { name: 'open-video', path: `/videohost/video/${_id}`, isOpen: true },
      { name: 'open-channel', path: `/videohost/channel/${channel}`, isOpen: true },
      { name: 'embed-video', path: `/embed/video/${_id}`, isOpen: true },
    ]),
    {
      name: 'open-missing',
      path: `/public/${crypto.randomUUID()}`,
      isOpen: true,
      isRefused: true,
    },
    { name: 'support-member', path: '/support' },
    { name: 'portfolio-member', path: '/portfolio' },
    { name: 'services', path: '/services' },
    { name: 'share', path: '/share' },
    { name: 'stickers', path: '/stickers' },
    { name: 'events', path: '/events' },
    { name: 'events-past', path: '/events?part=past' },
    { name: 'home', path: '/home' },
    { name: 'home-news', path: '/home?feed=news' },
    { name: 'user-me', path: `/user/${me}` },
    { name: 'user', path: `/user/${dialog.userId}` },
    { name: 'users', path: '/users' },
    { name: 'friends', path: `/friends/${me}` },
    { name: 'notifications', path: '/notifications' },
    { name: 'cloud', path: '/cloud' },
    { name: 'cloud-trash', path: '/cloud?view=trash' },
    ...files.map(({ _id }) => ({ name: 'cloud-file', path: `/cloud/file/${_id}` })),
    { name: 'cloud-file-missing', path: `/cloud/file/${crypto.randomUUID()}`, isRefused: true },
    { name: 'messages', path: '/messages' },
    { name: 'room', path: `/messages/${dialog._id}` },
    { name: 'chat', path: `/chat/${group._id}` },
    { name: 'createchat', path: '/createchat' },
    { name: 'userpost', path: `/userpost/${posts[0]!._id}` },
    { name: 'photos', path: `/photos/${me}` },
    ...photos.slice(0, 1).map(({ _id }) => ({ name: 'userphoto', path: `/userphoto/${_id}` })),
    { name: 'createfoto', path: '/createfoto' },
    { name: 'createpost', path: '/createpost' },
    { name: 'publics', path: '/publics' },
    { name: 'createpublic', path: '/createpublic' },
    { name: 'public', path: `/public/${read.public}` },
    { name: 'publicpost', path: `/publicpost/${read._id}` },
    { name: 'propose', path: `/createpublicpost/${read.public}` },
    ...(led === undefined
      ? []
      : [
          { name: 'public-led', path: `/public/${led._id}` },
          { name: 'public-proposed', path: `/public/${led._id}?part=proposed` },
          { name: 'editpublic', path: `/editpublic/${led._id}` },
          { name: 'createpublicpost', path: `/createpublicpost/${led._id}` },
          { name: 'publicnotifications', path: `/publicnotifications/${led._id}` },
          { name: 'public-subscribers', path: `/subscribes/${led._id}?of=public` },
        ]),
    { name: 'store', path: '/store', isOpen: true },
    { name: 'store-game', path: `/store/${game._id}`, isOpen: true },
    { name: 'games', path: '/games' },
    { name: 'games-mine', path: '/games?part=mine' },
    { name: 'app', path: `/app/${game._id}` },
    { name: 'app-missing', path: `/app/${crypto.randomUUID()}`, isRefused: true },
    ...(isAdmin
      ? [
          { name: 'create-app', path: '/create-app' },
          { name: 'update-app', path: `/update-app/${game._id}` },
          ...ADMIN_PARTS.map((part) => ({
            name: `admin${part}`,
            path: `/admin${part === '' ? '' : `/${part.slice(1)}`}`,
          })),
        ]
      : []),
    { name: 'board', path: '/ad/main' },
    { name: 'board-new', path: '/ad/new' },
    { name: 'board-search', path: `/ad/search?q=${encodeURIComponent('шлем')}` },
    { name: 'board-mine', path: '/ad/mine' },
    { name: 'board-favourites', path: '/ad/favourites' },
    { name: 'board-searches', path: '/ad/searches' },
    { name: 'board-create', path: '/ad/create' },
    { name: 'board-offer', path: `/ad/${offer._id}` },
    ...ownOffers.slice(0, 1).flatMap(({ _id }) => [
      { name: 'board-own', path: `/ad/${_id}` },
      { name: 'board-edit', path: `/ad/edit/${_id}` },
    ]),
    { name: 'board-missing', path: `/ad/${crypto.randomUUID()}`, isRefused: true },
    { name: 'videohost', path: '/videohost' },
    { name: 'videos-recommended', path: '/videohost/recommended/videos' },
    { name: 'channels-recommended', path: '/videohost/recommended/channels' },
    { name: 'videos-new', path: '/videohost/new' },
    { name: 'videos-popular', path: '/videohost/popular' },
    { name: 'videos-interesting', path: '/videohost/interesting' },
    { name: 'videos-subscribes', path: '/videohost/subscribes' },
    { name: 'videos-category', path: `/videohost/category/${encodeURIComponent('Юмор')}` },
    { name: 'videos-same', path: `/videohost/same/${encodeURIComponent('Прохождения')}` },
    { name: 'videos-search', path: `/videohost/search/${encodeURIComponent('маяк')}` },
    { name: 'channels-search', path: `/videohost/channelsearch/${encodeURIComponent('карты')}` },
    { name: 'videos-history', path: '/videohost/history' },
    { name: 'videos-later', path: '/videohost/later' },
    { name: 'playlists', path: '/videohost/playlists' },
    { name: 'create-channel', path: '/videohost/create/channel' },
    { name: 'create-video', path: '/videohost/create/video' },
    ...videos.slice(0, 1).flatMap(({ _id, channel }) => [
      { name: 'video', path: `/videohost/video/${_id}` },
      { name: 'channel', path: `/videohost/channel/${channel}` },
    ]),
    ...runs
      .filter(({ admin }) => admin === me)
      .map(({ _id }) => ({ name: 'edit-channel', path: `/videohost/edit/channel/${_id}` })),
    ...own
      .slice(0, 1)
      .map(({ _id }) => ({ name: 'edit-video', path: `/videohost/edit/video/${_id}` })),
    { name: 'promo-cabinet', path: '/innerad/cabinet' },
    { name: 'promo-create', path: '/innerad/create' },
    ...['shown', 'refused'].flatMap((state) =>
      ads
        .filter((one) => one.state === state)
        .slice(0, 1)
        .map(({ _id }) => ({ name: `promo-${state}`, path: `/innerad/${_id}` })),
    ),
    { name: 'promo-missing', path: `/innerad/${crypto.randomUUID()}`, isRefused: true },
    { name: 'editprofile', path: '/editprofile' },
    { name: 'settings', path: '/settings' },
    ...SETTINGS.map((name) => ({ name: `settings-${name}`, path: `/settings/${name}` })),
    { name: 'deleteprofile', path: '/deleteprofile' },
    { name: 'subscribes', path: `/subscribes/${me}` },
    { name: 'not-found', path: `/user/${crypto.randomUUID()}`, isRefused: true },
    { name: 'test-page', path: '/test-page' },
    { name: 'friends-requests', path: `/friends/${me}?list=incoming` },
    { name: 'friends-blocked', path: `/friends/${me}?list=blocked` },
  ];
}
/** In ms: long, because a busy machine is slow, not wrong. */
const TIMEOUT_MS = patient(60_000);
/**
 * Waits until a page is complete: no bones and no spinners are left and its pictures are loaded.
 * The gallery always shows bones.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForSelector('main');
  await page.waitForFunction(
    () =>
      location.pathname === '/test-page' ||
      ![...document.querySelectorAll('main [role="status"] > .visually-hidden')].some(
        (word) =>
          word.previousElementSibling?.tagName === 'svg' ||
          word.textContent?.startsWith('Загружаем'),
      ),
    undefined,
    { timeout: TIMEOUT_MS },
  );
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    await document.fonts.ready;
    const near = [...document.images].filter(
      (image) =>
        !image.complete &&
        image.getBoundingClientRect().top < innerHeight &&
        image.checkVisibility(),
    );
    await Promise.race([
      Promise.all(
        near.map(
          (image) =>
            new Promise((resolve) => {
              image.onload = image.onerror = resolve;
            }),
        ),
      ),
      new Promise((resolve) => {
        setTimeout(resolve, 3_000);
      }),
    ]);
  });
}
/** Opens a page with a full load and waits until it is complete. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settle(page);
}
/** Navigates to another path as a link does: the document and everything injected into it stay. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') return open(page, path);
  await page.evaluate(async (next) => {
    const before = document.querySelector('main');
    history.pushState(null, '', next);
    dispatchEvent(new PopStateEvent('popstate'));
    // The frame stores which path is drawn in it; a page with its own frame has a different
    // element.
    const isLeft = () =>
      before?.isConnected === true && before.dataset['path'] !== location.pathname;
    while (isLeft())
      await new Promise<void>((resolve) => {
        requestAnimationFrame(() => resolve());
      });
  }, path);
  await settle(page).catch((error: Error) => {
    throw new Error(`${path}: ${error.message}`, { cause: error });
  });
}
