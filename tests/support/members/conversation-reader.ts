import { expect } from 'vitest';
import {
  applyEvent,
  EMPTY_ROOM,
  type RoomAction,
  type RoomState,
} from '../../../packages/web/src/features/chats/rooms/room-state.ts';
import type { Caller } from '../driver.ts';
import { isWithin, type StreamReader } from '../stream-reader.ts';
import type { Message } from './conversations.ts';
import { patient } from '../patience.ts';

type Open = (who: Caller, roomId: string, lastEventId?: string) => Promise<StreamReader>;
export type ConversationReader = ReturnType<typeof makeReader>;

/**
 * A client that loses its connection again and again. Its state is built only from the events of
 * its streams.
 */
export function makeReader(open: Open, who: Caller, roomId: string) {
  let state: RoomState = EMPTY_ROOM;
  let lastId: string | undefined;
  let stream: StreamReader | undefined;
  let isOver = false;
  const seen: number[] = [];
  let from = 0;
  /** The part of the history to which the last requested page belongs. */
  let asked = 0;
  const drain = () => {
    for (const event of stream?.events.splice(0) ?? []) {
      if (event.seq !== undefined) {
        seen.push(event.seq);
        lastId = String(event.seq);
      }
      const known = state;
      const isPage = event['type'] === 'load';
      state = applyEvent(
        state,
        (isPage ? { ...event, type: 'older', part: asked } : event) as unknown as RoomAction,
      );
      const page = event['messages'] as Message[] | undefined;
      // A page for a part that is no longer shown is ignored.
      if (page !== undefined && !(isPage && asked !== known.part))
        from = event['isLast'] === true ? 0 : (page[0]?.position ?? from);
    }
  };
  const cut = async () => {
    const cutting = stream;
    await cutting?.cut();
    drain();
    if (stream === cutting) stream = undefined;
  };
  const connect = async (): Promise<void> => {
    if (stream !== undefined) return;
    const opened = await open(who, roomId, lastId);
    if (stream !== undefined) return opened.cut();
    stream = opened;
    isOver = false;
    void opened.ended.then(() => {
      if (stream === opened) isOver = true;
    });
  };
  return {
    who,
    cut,
    /** Resumes after the last received change; a connected reader stays connected. */
    connect,
    /** The numbers of the received changes, in the order of arrival. */
    seen,
    /** Returns the message before which the next page is requested. */
    oldest(): Message | undefined {
      drain();
      asked = state.part;
      return state.messages[0];
    },
    /**
     * Returns the position from which the room is loaded: a first page may arrive after the first
     * messages.
     */
    from: () => from,
    shown(): Message[] {
      drain();
      return state.messages;
    },
    /**
     * Reads until the given change has arrived. Like a browser, it reconnects when the server has
     * ended its stream.
     */
    async catchUp(seq: number): Promise<void> {
      await expect
        .poll(
          async () => {
            if (isOver) {
              await cut();
              await connect();
            }
            drain();
            return Number(lastId ?? 0);
          },
          { timeout: patient(10_000) },
        )
        .toBeGreaterThanOrEqual(seq);
    },
    /** Fails unless the server has ended the stream, if there was one. */
    async assertEnded(): Promise<void> {
      if (stream !== undefined)
        expect(
          await isWithin(patient(10_000), stream.ended),
          'the stream of who is no member has ended',
        ).toBe(true);
      await cut();
    },
  };
}
