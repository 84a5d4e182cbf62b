import type { Static } from 'typebox';
import type { Message } from '@respa/contract/chat-messages';
import { isAway } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { insertMessages } from './message-batch.ts';
import { insertMessage, type NewMessage, type Sent } from './message-queries.ts';
import type { MessageRow } from './message-rows.ts';

/** The most messages written in one batch. */
const MAX_BATCH = 32;
type Shown = Static<typeof Message>;
export type Written = { sent: Sent; message: Shown };
type Present = (context: AppContext, rows: MessageRow[]) => Promise<Shown[]>;
type Waiting = {
  input: NewMessage;
  done: (written: Written | undefined) => void;
  failed: (error: unknown) => void;
};
/** A room with a message that is being written, or is written and not yet published. */
export type WriteQueue = {
  roomId: string;
  waiting: Waiting[];
  isWriting: boolean;
  /** Settles when all written messages are published. Never rejects. */
  published: Promise<void>;
};

/**
 * Writes a message when it is its turn in the room, and returns it as every reader sees it;
 * undefined where `insertMessage` returns undefined. A room's messages are written under its lock,
 * one after another, and each commit waits for the disk. Messages that arrive meanwhile are written
 * together by the next statement and published together. If one of a batch fails, the whole batch
 * fails. If the database is unreachable, all waiting messages fail, because each batch would wait
 * as long again.
 */
export function writeInTurn(
  context: AppContext,
  input: NewMessage,
  present: Present,
): Promise<Written | undefined> {
  const { writeQueues } = context.chats;
  const queue: WriteQueue = writeQueues.get(input.roomId) ?? {
    roomId: input.roomId,
    waiting: [],
    isWriting: false,
    published: Promise.resolve(),
  };
  writeQueues.set(input.roomId, queue);
  return new Promise((done, failed) => {
    queue.waiting.push({ input, done, failed });
    if (!queue.isWriting) void workOff(context, queue, present);
  });
}
async function workOff(context: AppContext, queue: WriteQueue, present: Present): Promise<void> {
  queue.isWriting = true;
  while (queue.waiting.length > 0) {
    const batch = queue.waiting.splice(0, MAX_BATCH);
    try {
      queue.published = publish(
        context,
        batch,
        await write(context, batch),
        present,
        queue.published,
      );
    } catch (error) {
      refuse(isAway(error) ? [...batch, ...queue.waiting.splice(0)] : batch, error);
    }
  }
  queue.isWriting = false;
  const { published } = queue;
  await published;
  if (!queue.isWriting && queue.published === published)
    context.chats.writeQueues.delete(queue.roomId);
}
const write = async ({ db }: AppContext, batch: Waiting[]): Promise<(Sent | undefined)[]> => {
  const [{ input: first }, ...others] = batch as [Waiting, ...Waiting[]];
  return others.length === 0
    ? [await insertMessage(db, first)]
    : insertMessages(
        db,
        first.roomId,
        batch.map(({ input }) => input),
      );
};
/**
 * Publishes a batch while the next one is being written, but never before the batches written
 * earlier.
 */
async function publish(
  context: AppContext,
  batch: Waiting[],
  sent: (Sent | undefined)[],
  present: Present,
  earlier: Promise<void>,
): Promise<void> {
  try {
    const [shown] = await Promise.all([
      present(
        context,
        sent.filter((one) => one !== undefined),
      ),
      earlier,
    ]);
    for (const [index, { done }] of batch.entries()) {
      const one = sent[index];
      done(one && { sent: one, message: shown.shift()! });
    }
  } catch (error) {
    refuse(batch, error);
  }
}
const refuse = (waiting: Waiting[], error: unknown) =>
  waiting.forEach(({ failed }) => failed(error));
