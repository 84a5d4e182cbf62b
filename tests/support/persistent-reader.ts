import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Caller } from './driver.ts';
import { openRoom, type StreamReader } from './stream-reader.ts';
import { patient } from './patience.ts';

/** In ms: a browser's pause before it reconnects. */
const BACK_MS = 100;
const TIMEOUT_MS = patient(30_000);
/** In ms: a reader without a server for this long gives up. */
const GONE_MS = 180_000;
export type PersistentReader = {
  /** Returns how often its stream was reopened. */
  returns(): number;
  /**
   * Asserts that everything written since it was opened has arrived, once and in order; `texts` are
   * all of the conversation, oldest first. Closes its stream.
   */
  verify(texts: string[]): Promise<void>;
};

/**
 * Opens a reader that keeps a conversation open whatever happens to the server, and reconnects
 * after the last received change, as a browser does.
 */
export async function openPersistentReader(
  app: { as(who: Caller): Caller },
  who: Caller,
  roomId: string,
): Promise<PersistentReader> {
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
    async verify(texts) {
      // A conversation that restarted from the beginning has shown only its newest page; what came
      // in between is unknown.
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
