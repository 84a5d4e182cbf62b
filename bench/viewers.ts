import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  findVideoOwner,
  publishVideo,
  removeVideo,
  shootVideo,
  type VideoOwner,
  type Published,
} from './video-owner.ts';
import { startProgram } from './programs.ts';
import type { DataSet } from './sets.ts';
import { percentiles } from './volley.ts';

const MB = 1024 ** 2;
const [VIEWERS, BYTES_PER_SECOND, MORE] = [200, 5_000_000 / 8, 60 * MB];
/** A viewer further behind than this is stalled: a player starts with some seconds buffered. */
const BEHIND_SECONDS = 2;
const PIECE = MB;
/** How much a player buffers before it stops reading. */
const IN_HAND = PIECE;
/** Viewers arrive one after another: the initial buffering of each is not part of the 5 Mbit/s. */
const COMING_SECONDS = 8;

/**
 * Measures 200 people watching one video on one process, each at 5 Mbit/s: every other one by parts
 * of 1 MB as `hls.js` reads, the others by one long response that they pause, as a browser's own
 * player reads.
 */
export async function measureViewers(set: DataSet, seconds: number): Promise<string[]> {
  const ours = await startProgram('./ours.ts', {
    DATABASE_URL: set.url,
    DATA_DIR: set.dataDir,
    FFMPEG: 'off',
  });
  try {
    const owner = await findVideoOwner(ours, 'm1@demo.respa');
    const video = await publishVideo(owner, shootVideo(60, '5M'));
    await watch(owner, video, 4, 2);
    const before = (await ours.ask<{ rss: number }>('memory')).rss;
    let most = before;
    const spent = await ours.ask<NodeJS.CpuUsage>('cpu');
    const watching = watch(owner, video, VIEWERS, seconds);
    let isOver = false;
    const done = watching.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      most = Math.max(most, (await ours.ask<{ rss: number }>('rss')).rss);
      await Promise.race([sleep(500), done]);
    }
    const { bytes, behind, failed } = await watching;
    const now = await ours.ask<NodeJS.CpuUsage>('cpu');
    await removeVideo(owner, video.id);
    const late = behind.filter((one) => one > BEHIND_SECONDS).length;
    const more = most - before;
    console.log(
      `\nЗрители: ${VIEWERS} по 5 Мбит/с, ${seconds} с, один процесс: отдано ${(bytes / MB).toFixed(0)} МБ, отставание p50 ${percentiles(behind).p50.toFixed(2)} с, самое большое ${Math.max(...behind).toFixed(2)} с, стояли ${late}; ` +
        `память ${(before / MB).toFixed(0)} → ${(most / MB).toFixed(0)} МБ, на ${(more / MB).toFixed(0)} больше (цель ${MORE / MB}), процессор ${((now.user + now.system - spent.user - spent.system) / 1e6 / (seconds + COMING_SECONDS)).toFixed(2)} ядра`,
    );
    return [
      ...(more > MORE
        ? [`Зрители: памяти больше на ${(more / MB).toFixed(0)} МБ при цели ${MORE / MB}`]
        : []),
      ...(late + failed > 0
        ? [`Зрители: ${late} из ${VIEWERS} стояли, ${failed} ответов не 206`]
        : []),
    ];
  } finally {
    await ours.stop();
  }
}

type Watched = {
  bytes: number;
  /** The maximum seconds that each viewer was behind. */ behind: number[];
  failed: number;
};
async function watch(
  owner: VideoOwner,
  video: Published,
  viewers: number,
  seconds: number,
): Promise<Watched> {
  const all = await Promise.all(
    Array.from({ length: viewers }, (_, index) =>
      sleep((index / viewers) * COMING_SECONDS * 1000).then(() =>
        watchAlone(owner, video, index, seconds),
      ),
    ),
  );
  return {
    bytes: all.reduce((sum, one) => sum + one.bytes, 0),
    behind: all.map((one) => one.behind),
    failed: all.reduce((sum, one) => sum + one.failed, 0),
  };
}

/** One player: reads ahead of what it plays, up to its buffer size. */
function watchAlone(
  { port, cookie }: VideoOwner,
  { path, bytes: size }: Published,
  index: number,
  seconds: number,
): Promise<{ bytes: number; behind: number; failed: number }> {
  const isByParts = index % 2 === 0;
  let at = Math.floor((size * index) / 200 / PIECE) * PIECE;
  const sum = { bytes: 0, behind: 0, failed: 0 };
  const began = performance.now();
  const played = () => ((performance.now() - began) / 1000) * BYTES_PER_SECOND;
  return new Promise((resolve, reject) => {
    let [head, left, isAsking] = ['', 0, false];
    const ask = () => {
      if (at >= size) at = 0;
      const end = isByParts ? Math.min(size, at + PIECE) - 1 : size - 1;
      [head, isAsking] = ['', true];
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\nrange: bytes=${at}-${end}\r\n\r\n`,
      );
    };
    const take = (count: number, buffer: Uint8Array): boolean => {
      let from = 0;
      if (left === 0) {
        const found = Buffer.from(buffer.buffer, buffer.byteOffset, count).indexOf('\r\n\r\n');
        head += Buffer.from(buffer.buffer, buffer.byteOffset, found < 0 ? count : found).toString(
          'latin1',
        );
        if (found < 0) return true;
        from = found + 4;
        left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (head.slice(9, 12) !== '206') sum.failed += 1;
      }
      left -= count - from;
      at += count - from;
      sum.bytes += count - from;
      if (left === 0) isAsking = false;
      return sum.bytes - played() < IN_HAND;
    };
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(64 * 1024), callback: take },
    });
    const tick = setInterval(() => {
      if (performance.now() - began >= seconds * 1000) {
        clearInterval(tick);
        socket.destroy();
        return resolve(sum);
      }
      sum.behind = Math.max(sum.behind, (played() - sum.bytes) / BYTES_PER_SECOND);
      if (sum.bytes - played() >= IN_HAND) return;
      socket.resume();
      if (!isAsking) ask();
    }, 100);
    socket.on('connect', ask).on('error', (error) => {
      clearInterval(tick);
      reject(error);
    });
  });
}
