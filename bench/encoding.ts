import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { ENCODER } from '../tests/support/files/clips.ts';
import { pickHotCalls, type HotCall, type Viewer } from './calls.ts';
import {
  findVideoOwner,
  ladderOf,
  publishVideo,
  removeVideo,
  shootVideo,
  type VideoOwner,
  type Published,
} from './video-owner.ts';
import { startProgram } from './programs.ts';
import type { DataSet } from './sets.ts';
import { fire, median, type Lane } from './volley.ts';

const [WATCHABLE_SECONDS, SLOWER] = [5, 2];
const HEAD = 64 * 1024;
type Setting = {
  set: DataSet;
  aim(call: HotCall, viewers: Viewer[]): Lane[];
  titles: readonly string[];
  rounds: number;
  seconds: number;
};

/**
 * Measures a clip of a minute: how soon it can be watched, and how the running encoder affects
 * other calls, alternately with the encoder and without.
 */
export async function measureEncoding({
  set,
  aim,
  titles,
  rounds,
  seconds,
}: Setting): Promise<string[]> {
  if (ENCODER === undefined) {
    console.log('\nКодирование: пропущено, нет ffmpeg');
    return [];
  }
  const ours = await startProgram('./ours.ts', {
    DATABASE_URL: set.url,
    DATA_DIR: set.dataDir,
    FFMPEG: ENCODER,
  });
  try {
    const { viewers, calls: all } = await pickHotCalls(set, ours.port, DEMO_PASSWORD);
    const calls = all.filter(({ title }) => titles.includes(title));
    const owner = await findVideoOwner(ours, 'm2@demo.respa');
    const video = shootVideo(60, '5M');
    const soon: number[] = [];
    const made: number[] = [];
    const times = new Map(
      calls.map(({ title }) => [title, { without: [] as number[], with: [] as number[] }]),
    );
    const shoot = async (kind: 'without' | 'with') => {
      for (const call of calls)
        times
          .get(call.title)!
          [kind].push((await fire({ port: ours.port, seconds, lanes: aim(call, viewers) })).p99);
    };
    for (const call of calls)
      await fire({ port: ours.port, seconds: 1, lanes: aim(call, viewers) });
    for (let round = 0; round < rounds; round += 1) {
      await shoot('without');
      const published = await publishVideo(owner, video);
      soon.push(await untilWatchable(owner, published));
      await shoot('with');
      if ((await ladderOf(owner, published.id)) !== 'waiting')
        throw new Error('the encoder ended before the calls did');
      while ((await ladderOf(owner, published.id)) === 'waiting') await sleep(500);
      made.push((performance.now() - published.uploaded) / 1000);
      await removeVideo(owner, published.id);
    }
    const worst = Math.max(...soon);
    console.log(
      `\nРолик 720p на 60 с (${(video.length / 1024 ** 2).toFixed(0)} МБ), ${rounds} раз: от конца загрузки до первых байтов, которые играют, самое долгое ${worst.toFixed(2)} с (цель ${WATCHABLE_SECONDS}); все качества под нагрузкой через ${median(made).toFixed(0)} с`,
    );
    const missed =
      worst > WATCHABLE_SECONDS
        ? [`Ролик: смотреть можно через ${worst.toFixed(1)} с при цели ${WATCHABLE_SECONDS}`]
        : [];
    console.log(`Кодирование рядом с вызовами, ${rounds} замеров по ${seconds} с, медианы p99`);
    for (const [title, { without, with: beside }] of times) {
      const [before, after] = [median(without), median(beside)];
      console.log(
        `  ${title.padEnd(22)} без него ${before.toFixed(1).padStart(6)} мс, при нём ${after.toFixed(1).padStart(6)} мс, во сколько раз ${(after / before).toFixed(2).replace('.', ',')} (цель ${SLOWER})`,
      );
      if (after / before > SLOWER)
        missed.push(
          `Кодирование: ${title} p99 в ${(after / before).toFixed(2)} раза больше при цели ${SLOWER}`,
        );
    }
    return missed;
  } finally {
    await ours.stop();
  }
}

/**
 * Returns the seconds from the end of the upload until a player has the beginning and the end of
 * the file, where its index is.
 */
async function untilWatchable(
  { who, cookie }: VideoOwner,
  { path, bytes, uploaded }: Published,
): Promise<number> {
  for (const from of [0, bytes - HEAD]) {
    const answer = await fetch(`${who.url}${path}`, {
      headers: { cookie, range: `bytes=${from}-${from + HEAD - 1}` },
    });
    if (answer.status !== 206 || (await answer.arrayBuffer()).byteLength !== HEAD)
      throw new Error(`the video is answered with ${answer.status}`);
  }
  return (performance.now() - uploaded) / 1000;
}
