import type { RouteSpec } from '@respa/contract/route';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import * as people from '@respa/contract/people';
import { Refused, type Caller } from './driver.ts';
import { patient } from './patience.ts';

/** The received event, and the number of the change (the frame's `id:`) if it has one. */
export type StreamEvent = { seq: number | undefined; type: string } & Record<string, unknown>;
export type StreamReader = {
  /** All received events, oldest first. */
  events: StreamEvent[];
  /**
   * Returns the id of the newest event that has one; an empty id resets it. A browser sends it as
   * Last-Event-ID.
   */
  lastId(): string | undefined;
  /**
   * Returns the first event of a type that no earlier call has returned, whatever came before it.
   */
  next(type: string, fits?: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  /** Resolves when the server or `cut` ended the stream. */
  ended: Promise<void>;
  cut(): Promise<void>;
};
const TIMEOUT_MS = patient(6_000);

/**
 * Opens a Server-Sent Events call and reads it like a browser. Throws `Refused` if the server
 * refuses it.
 */
async function openStream(
  who: Caller,
  route: RouteSpec,
  input: { params?: unknown; query?: unknown },
  lastEventId?: string,
): Promise<StreamReader> {
  const response = await who.request(
    route,
    input as never,
    lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  );
  if (!response.ok) throw new Refused(response.status, (await response.json()) as never);
  const body = response.body!.getReader();
  const events: StreamEvent[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const answered = new Set<StreamEvent>();
  let isOver = false;
  let last: string | undefined;
  let wake = () => {};

  const read = async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await body.read();
      if (done) return;
      const frames = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = frames.pop()!;
      for (const frame of frames) {
        const lines = frame.split('\n');
        const data = lines.find((line) => line.startsWith('data: '));
        const id = lines.find((line) => line.startsWith('id: '))?.slice(4);
        if (data === undefined) continue;
        if (id !== undefined) last = id === '' ? undefined : id;
        events.push({
          ...(JSON.parse(data.slice(6)) as StreamEvent),
          seq: id ? Number(id) : undefined,
        });
      }
      wake();
    }
  };
  void read()
    .catch(() => {})
    .finally(() => {
      isOver = true;
      wake();
      end();
    });

  return {
    events,
    ended,
    lastId: () => last,
    async next(type, fits = () => true) {
      const until = performance.now() + TIMEOUT_MS;
      for (;;) {
        const found = events.find(
          (event) => event.type === type && !answered.has(event) && fits(event),
        );
        if (found !== undefined) {
          answered.add(found);
          return found;
        }
        const left = until - performance.now();
        if (isOver || left <= 0)
          throw new Error(
            `no ${type} came; there were ${events.map((event) => event.type).join(', ')}`,
          );
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, left);
        });
      }
    },
    async cut() {
      await body.cancel().catch(() => {});
      await ended;
    },
  };
}
export const openRoom = (
  who: Caller,
  roomId: string,
  lastEventId?: string,
  query: { from?: 'unread' } = {},
): Promise<StreamReader> =>
  openStream(who, chats.connect, { params: { roomId, userId: who.id }, query }, lastEventId);
export const openGroup = (
  who: Caller,
  roomId: string,
  lastEventId?: string,
): Promise<StreamReader> =>
  openStream(who, groups.connect as RouteSpec, { params: { roomId, userId: who.id } }, lastEventId);
export const openLive = (who: Caller): Promise<StreamReader> => openStream(who, people.live, {});

/** Returns whether something happens within a time. */
export const isWithin = (ms: number, happening: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    happening.then(() => true),
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), ms);
    }),
  ]);
