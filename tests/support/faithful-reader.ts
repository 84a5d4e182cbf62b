import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Caller } from './driver.ts';
import { openRoom, type StreamReader } from './stream-reader.ts';

/** A browser waits as long before it comes back. */
const BACK_MS = 100;
const TIMEOUT_MS = 30_000;
/** Whoever finds nobody for so long has gone. */
const GONE_MS = 180_000;
export type Faithful = {
  /** How often its stream was opened anew. */
  returns(): number;
  /** Everything that was written since it was opened has come, once and in order: `texts` are all of the talk, oldest first. Its stream is closed then. */
  prove(texts: string[]): Promise<void>;
};

/** Somebody who has a talk open through whatever becomes of the server, and comes back after the last change that came, as a browser does. */
export async function openFaithful(
  app: { as(who: Caller): Caller },
  who: Caller,
  roomId: string,
): Promise<Faithful> {
  const seen: string[] = [];
  let [begins, last]: [number | undefined, number] = [undefined, 0];
  let [returns, isOver, isEnded] = [0, false, false];
  let stream: StreamReader;
  const connect = async () => {
    const opened = await openRoom(
      app.as(who),
      roomId,
      begins === undefined ? undefined : String(last),
    );
    [stream, isEnded] = [opened, false];
    void opened.ended.then(() => {
      if (stream === opened) isEnded = true;
    });
  };
  const drain = () => {
    for (const { type, seq, message } of stream.events.splice(0)) {
      if (seq === undefined) continue;
      last = seq;
      if (type === 'init') begins = begins === undefined ? seq : Number.NaN;
      else if (type === 'create') seen.push((message as { message: string }).message);
    }
  };
  await connect();
  await stream!.next('init');
  drain();
  const work = (async () => {
    for (
      let there = performance.now();
      !isOver && performance.now() - there < GONE_MS;
      await sleep(BACK_MS, undefined, { ref: false })
    ) {
      drain();
      if (isEnded)
        await connect().then(
          () => {
            returns += 1;
          },
          () => {},
        );
      if (!isEnded) there = performance.now();
    }
  })();
  return {
    returns: () => returns,
    async prove(texts) {
      // A talk that began anew has shown its newest page alone; what came in between, nobody knows.
      expect(begins).not.toBeNaN();
      const missed = texts.slice(begins);
      await expect
        .poll(() => seen.length, { timeout: TIMEOUT_MS })
        .toBeGreaterThanOrEqual(missed.length);
      isOver = true;
      await work;
      drain();
      await stream.cut();
      expect(seen).toEqual(missed);
    },
  };
}
