import type { Bus } from './bus.ts';
import { answerQuestions } from './bus-questions.ts';
import { newId } from '#platform/runtime/ids.ts';
import { makeStreamRecords, type StreamEntry } from './stream-records.ts';

export type PresenceRegistry = {
  /**
   * Registers a stream that a user opened here; `route` is the page they are viewing, empty for
   * none. Returns the stream's id.
   */
  enter(tag: string, route: string): string;
  leave(id: string): void;
  /** Returns the number of open streams with the tag, at all instances. */
  count(tag: string): number;
  /**
   * Returns the most recently opened stream at any instance whose route starts with the given
   * prefix.
   */
  findNewest(tag: string, route: string): { id: string; route: string } | undefined;
  /** Returns the tags of the streams open at any instance. */
  listAll(): string[];
  /** Returns the tags of the streams open here. */
  listHere(): string[];
  /**
   * Fires when an instance and all its streams with these tags are gone. `at` in milliseconds is
   * when it was last heard.
   */
  onGone(listener: (instance: string, tags: string[], at: number) => void): void;
};

/**
 * Streams of an instance that shuts down in order are reopened elsewhere: until then their users
 * count as present.
 */
const MOVING_MS = 5_000;

/**
 * Tracks who has streams open and where: the local streams, and a mirror of what the other
 * instances report about theirs.
 */
export function createPresenceRegistry(bus: Bus): PresenceRegistry {
  const records = makeStreamRecords();
  const gone: ((instance: string, tags: string[], at: number) => void)[] = [];
  /**
   * Instances that are stopping: a stream that they close counts as open until it appears elsewhere
   * or the time runs out.
   */
  const moving = new Set<string>();
  bus.subscribe<StreamEntry>('signs.in', (streamId, from) => records.add(from, streamId));
  bus.subscribe<string>('signs.out', (id, from) => {
    if (!moving.has(from)) records.remove(from, id);
  });
  bus.subscribe<StreamEntry[]>('signs.all', (streamIds, from) => {
    records.clear(from);
    streamIds.forEach((streamId) => records.add(from, streamId));
  });
  answerQuestions(bus, 'signs.ask', () =>
    bus.publish(
      'signs.all',
      records.listAt(bus.id).map(({ id, tag, route }): StreamEntry => [id, tag, route]),
    ),
  );
  bus.subscribe<string>('signs.dead', bus.giveUp);
  const ask = (instance: string) => bus.publish('signs.ask', instance);
  bus.onCome(ask);
  bus.onGap(ask);
  bus.onGo((instance, { at, bye }) => {
    const drop = () => {
      moving.delete(instance);
      if (bus.others().includes(instance)) return;
      // This keeps all instances consistent: none reports these users as gone while another still
      // shows them as online.
      bus.publish('signs.dead', instance);
      const tags = records.clear(instance);
      gone.forEach((listener) => listener(instance, tags, at));
    };
    if (!bye) return drop();
    moving.add(instance);
    setTimeout(drop, MOVING_MS).unref();
  });

  return {
    enter(tag, route) {
      const entry: StreamEntry = [newId(), tag, route];
      records.add(bus.id, entry);
      bus.publish('signs.in', entry);
      return entry[0];
    },
    leave(id) {
      if (records.remove(bus.id, id)) bus.publish('signs.out', id);
    },
    count: (tag) => records.ofTag(tag).length,
    findNewest(tag, route) {
      const [newest] = records
        .ofTag(tag)
        .filter((streamId) => streamId.route.startsWith(route))
        .sort((one, other) => (one.id < other.id ? 1 : -1));
      return newest;
    },
    listAll: () => records.listTags(),
    listHere: () => [...new Set(records.listAt(bus.id).map(({ tag }) => tag))],
    onGone: (listener) => void gone.push(listener),
  };
}
