import { nowMs } from '#platform/runtime/clock.ts';
import type { Batch, BusMessage } from './bus-batch.ts';
import type { Transport } from './bus-transports.ts';

/**
 * How long messages also go over the database after an instance reports that it receives nothing
 * over Redis.
 */
const DEAF_MS = 3_000;

export type BusSender = {
  /** Adds a message to the batch of this turn of the event loop; `surely`: over both transports. */
  publish(topic: string, body: unknown, surely: boolean): void;
  /** Sends the messages that have gathered, if there are any. */
  flushGathered(): void;
  /** Reports how many batches this instance has sent. */
  beat(): void;
  /** Sends what has gathered, and says from now on that this instance is stopping. */
  announceStop(): void;
  /** Records that another instance receives nothing over the quick transport. */
  noteDeaf(): void;
};

/** Numbers the batches of an instance and chooses the transport of each. */
export function makeBusSender(id: string, quick: Transport, sure: Transport): BusSender {
  let [number, othersDeafUntil, wasDeaf] = [0, 0, false];
  let gathered: BusMessage[] = [];
  let isSure = false;
  let isGoing = false;

  const send = (text: string, bySure: boolean) => {
    const isBoth = bySure || !quick.isWell() || nowMs() < othersDeafUntil;
    // A receiver drops duplicates. A batch that neither transport takes is a gap in the numbers
    // that the others notice.
    if (isBoth) sure.send(text).catch(() => {});
    quick.send(text).catch(() => {
      if (!isBoth) sure.send(text).catch(() => {});
    });
  };
  const flush = () => {
    const batch: Batch = { i: id, n: (number += 1), m: gathered };
    const bySure = isSure;
    [gathered, isSure] = [[], false];
    send(JSON.stringify(batch), bySure);
  };
  const flushGathered = () => {
    if (gathered.length > 0) flush();
  };
  const beat = () => {
    const isDeaf = !quick.isConnected();
    const text: Batch = {
      i: id,
      n: number,
      ...(isDeaf ? { deaf: true } : {}),
      ...(isGoing ? { bye: true } : {}),
    };
    send(JSON.stringify(text), isDeaf || wasDeaf || isGoing);
    wasDeaf = isDeaf;
  };

  return {
    flushGathered,
    beat,
    publish(topic, body, surely) {
      if (gathered.length === 0) setImmediate(flush);
      gathered.push([topic, body]);
      if (surely) isSure = true;
    },
    announceStop() {
      flushGathered();
      isGoing = true;
      beat();
    },
    noteDeaf() {
      othersDeafUntil = nowMs() + DEAF_MS;
    },
  };
}
