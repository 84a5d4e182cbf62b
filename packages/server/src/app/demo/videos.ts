import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '@respa/contract/durations';
import type { Category, VideoAudience } from '@respa/contract/videohost';
import { dateNotices } from '#features/notifications/seed.ts';
import { dateComment } from '#features/reactions/seed.ts';
import { comment, like, makeReactions } from '#features/reactions/service.ts';
import { createChannel } from '#features/videohost/channels/channels.ts';
import { publishVideo } from '#features/videohost/publishing.ts';
import { rankVideos } from '#features/videohost/ranking.ts';
import { countUnfinished, dateVideo } from '#features/videohost/seed.ts';
import { subscribe } from '#features/videohost/channels/subscriptions.ts';
import { maySeeVideo } from '#features/videohost/videos.ts';
import { addLater, saveProgress, view } from '#features/videohost/watching/watching.ts';
import { now } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { drawLandscape } from './landscape.ts';

const [kornilov, sol, akhmetov, vetrova, lunyov, guy] = [
  'kornilov',
  'sol',
  'akhmetov',
  'vetrova',
  'lunyov',
  'guy',
] as const;
type Channel = {
  who: string;
  name: string;
  category: Category;
  description: string;
  avatar: number;
  cover: number;
  readers: readonly string[];
};
const CHANNELS: readonly Channel[] = [
  {
    who: kornilov,
    name: 'Без карты',
    category: 'Прохождения',
    description: 'Прохожу старые игры без подсказок и карты. Теряюсь честно.',
    avatar: 41,
    cover: 42,
    readers: [sol, akhmetov, lunyov, guy],
  },
  {
    who: lunyov,
    name: 'Маяк: мастерская',
    category: 'Разработка',
    description: 'Как делается маленькая игра про смотрителя маяка: свет, вода и кот.',
    avatar: 43,
    cover: 44,
    readers: [sol, kornilov, guy],
  },
  {
    who: sol,
    name: 'Закаты в движении',
    category: 'Обзоры',
    description: 'Минута тишины в красивом месте игры.',
    avatar: 45,
    cover: 46,
    readers: [lunyov, guy, vetrova],
  },
];
type Video = {
  who: string;
  ago: number;
  seed: number;
  title: string;
  description: string;
  audience?: VideoAudience;
  category?: Category;
  views: readonly string[];
  likes: readonly string[];
  words?: readonly (readonly [who: string, text: string, second?: number])[];
};
const VIDEOS: readonly Video[] = [
  {
    who: kornilov,
    ago: 2400,
    seed: 51,
    title: 'Долина без карты: первый час',
    description: 'Шёл на север, пришёл на юг. Зато нашёл мельницу.',
    views: [sol, akhmetov, lunyov, guy, vetrova],
    likes: [sol, guy, lunyov],
    words: [
      [akhmetov, 'Здесь надо было налево.', 3],
      [kornilov, 'Теперь-то я знаю.'],
      [guy, 'Мельница моя любимая!', 5],
    ],
  },
  {
    who: lunyov,
    ago: 1900,
    seed: 52,
    title: 'Как маяк учился светить',
    description: 'Три способа нарисовать луч, два неправильных.',
    views: [sol, kornilov, guy],
    likes: [sol, kornilov],
    words: [[sol, 'Второй способ тоже хорош, оставь где-нибудь.', 4]],
  },
  {
    who: sol,
    ago: 1200,
    seed: 53,
    title: 'Перевал, семь вечера',
    description: 'Без слов.',
    views: [lunyov, guy],
    likes: [lunyov],
  },
  {
    who: kornilov,
    ago: 500,
    seed: 54,
    title: 'Черновик: босс болота',
    description: 'Покажу друзьям, потом всем.',
    audience: 'friends',
    category: 'Юмор',
    views: [],
    likes: [],
  },
];
const TIMEOUT_MS = 120_000;

type Play = {
  context: AppContext;
  viewerOf: (login: string) => Viewer;
  day: Date;
  mayGoOn: () => void;
  /** Where files are staged until they are published. */
  folder: string;
};
async function draw(
  { folder }: Play,
  slot: string,
  seed: number,
  width: number,
  height: number,
): Promise<StagedFile> {
  const path = join(folder, `${randomUUID()}.jpg`);
  const bytes = await drawLandscape(seed, width, height);
  await writeFile(path, bytes);
  const file = { slot, part: slot, path, bytes: bytes.length };
  return { ...file, filename: 'landscape.jpg', declaredType: 'image/jpeg' };
}
async function stageClip({ folder }: Play, seed: number): Promise<StagedFile> {
  const path = join(folder, `${randomUUID()}.mp4`);
  await copyFile(fileURLToPath(new URL(`clips/${seed}.mp4`, import.meta.url)), path);
  const file = { slot: 'video', part: 'video', path, bytes: (await stat(path)).size };
  return { ...file, filename: 'video.mp4', declaredType: 'video/mp4' };
}
/** Creates the channels. Returns their ids by the logins of their owners. */
async function createChannels(play: Play): Promise<Map<string, string>> {
  const channels = new Map<string, string>();
  for (const { who, name, category, description, avatar, cover } of CHANNELS) {
    const channel = await createChannel(play.context, play.viewerOf(who), {
      name,
      category,
      description,
      avatar: [await draw(play, 'avatar', avatar, 320, 320)],
      cover: [await draw(play, 'banner', cover, 1280, 306)],
    });
    channels.set(who, channel._id);
  }
  return channels;
}
/** Publishes the videos. Returns their ids. */
async function publishVideos(play: Play): Promise<string[]> {
  const { context, viewerOf, day, mayGoOn } = play;
  const videos: string[] = [];
  for (const { who, ago, seed, title, description, audience, category } of VIDEOS) {
    mayGoOn();
    const made = await publishVideo(context, viewerOf(who), {
      title,
      description,
      video: await stageClip(play, seed),
      preview: [await draw(play, 'preview', seed, 960, 640)],
      audience: audience ?? 'open',
      ...(category === undefined ? {} : { category }),
    });
    await dateVideo(context.db, made._id, new Date(day.getTime() - ago * MINUTE_MS));
    videos.push(made._id);
  }
  return videos;
}
/** Views, likes and comments, backdated with the notices that they cause. */
async function react({ context, viewerOf, day, mayGoOn }: Play, videos: string[]): Promise<void> {
  const reactions = makeReactions();
  reactions.registerKind('video', (viewerId, id) => maySeeVideo(context, viewerId, id));
  const dated = async <T>(at: Date, act: () => Promise<T>): Promise<T> => {
    mayGoOn();
    const began = now();
    const done = await act();
    await dateNotices(context.db, began, at);
    return done;
  };
  for (const [index, { ago, views, likes, words = [] }] of VIDEOS.entries()) {
    const id = videos[index]!;
    const at = (turn: number) => new Date(day.getTime() - (ago - 20 - turn * 3) * MINUTE_MS);
    for (const who of views) await view(context, viewerOf(who), id);
    for (const [turn, who] of likes.entries())
      await dated(at(turn), () => like(context, reactions, viewerOf(who), id, 'on'));
    for (const [turn, [who, text, second]] of words.entries()) {
      const remark = { text, ...(second === undefined ? {} : { second }) };
      const { _id } = await dated(at(10 + turn), () =>
        comment(context, reactions, viewerOf(who), id, remark),
      );
      await dateComment(context.db, _id, at(10 + turn));
    }
  }
}

/** Gives three of the six a channel with the short videos from `demo/clips`. */
export async function fillVideos(
  context: AppContext,
  viewerOf: (login: string) => Viewer,
  day: Date,
  mayGoOn: () => void,
): Promise<void> {
  const folder = join(context.stagingDir, `demo-${randomUUID()}`);
  await mkdir(folder);
  const play: Play = { context, viewerOf, day, mayGoOn, folder };
  try {
    const channels = await createChannels(play);
    const videos = await publishVideos(play);
    // Readers who follow a channel from now on are not notified about these videos.
    const ends = now().getTime() + TIMEOUT_MS;
    while ((await countUnfinished(context.db)) > 0 && now().getTime() < ends) await pause(100);
    for (const { who, readers } of CHANNELS)
      for (const reader of readers)
        await subscribe(context, viewerOf(reader), channels.get(who)!, 'on');
    await react(play, videos);
    await saveProgress(context, viewerOf(sol), videos[0]!, 2);
    await addLater(context, viewerOf(kornilov), videos[1]!);
    await rankVideos(context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
