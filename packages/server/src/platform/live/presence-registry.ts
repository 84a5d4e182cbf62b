import type { Bus } from './bus.ts';
import { newId } from '#platform/runtime/ids.ts';

/**
 * One open stream of a user, here or at another instance. Its id carries the time when it was
 * opened.
 */
type StreamRecord = { id: string; tag: string; route: string; at: string };
type StreamEntry = [id: string, tag: string, route: string];
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
  const byTag = new Map<string, StreamRecord[]>();
  const byInstance = new Map<string, Map<string, StreamRecord>>();
  const gone: ((instance: string, tags: string[], at: number) => void)[] = [];
  const add = (at: string, [id, tag, route]: StreamEntry) => {
    let streamIds = byInstance.get(at);
    if (streamIds === undefined) byInstance.set(at, (streamIds = new Map()));
    if (streamIds.has(id)) return;
    const streamId: StreamRecord = { id, tag, route, at };
    streamIds.set(id, streamId);
    const others = byTag.get(tag);
    if (others === undefined) byTag.set(tag, [streamId]);
    else others.push(streamId);
  };
  const remove = (at: string, id: string): StreamRecord | undefined => {
    const streamIds = byInstance.get(at);
    const streamId = streamIds?.get(id);
    if (streamId === undefined) return undefined;
    streamIds!.delete(id);
    const left = byTag.get(streamId.tag)!.filter((one) => one !== streamId);
    if (left.length === 0) byTag.delete(streamId.tag);
    else byTag.set(streamId.tag, left);
    return streamId;
  };
  const clear = (at: string): string[] => {
    const tags = new Set<string>();
    for (const id of byInstance.get(at)?.keys() ?? []) tags.add(remove(at, id)!.tag);
    byInstance.delete(at);
    return [...tags].filter((tag) => !byTag.has(tag));
  };
  const listHere = (): StreamRecord[] => [...(byInstance.get(bus.id)?.values() ?? [])];

  /**
   * Instances that are stopping: a stream that they close counts as open until it appears elsewhere
   * or the time runs out.
   */
  const moving = new Set<string>();
  let isAsked = false;
  bus.subscribe<StreamEntry>('signs.in', (streamId, from) => add(from, streamId));
  bus.subscribe<string>('signs.out', (id, from) => {
    if (!moving.has(from)) remove(from, id);
  });
  bus.subscribe<StreamEntry[]>('signs.all', (streamIds, from) => {
    clear(from);
    streamIds.forEach((streamId) => add(from, streamId));
  });
  bus.subscribe<string>('signs.ask', (instance) => {
    if (instance !== bus.id || isAsked) return;
    isAsked = true;
    // All concurrent questions get one answer.
    setImmediate(() => {
      isAsked = false;
      bus.publish(
        'signs.all',
        listHere().map(({ id, tag, route }): StreamEntry => [id, tag, route]),
      );
    });
  });
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
      const tags = clear(instance);
      gone.forEach((listener) => listener(instance, tags, at));
    };
    if (!bye) return drop();
    moving.add(instance);
    setTimeout(drop, MOVING_MS).unref();
  });

  return {
    enter(tag, route) {
      const entry: StreamEntry = [newId(), tag, route];
      add(bus.id, entry);
      bus.publish('signs.in', entry);
      return entry[0];
    },
    leave(id) {
      if (remove(bus.id, id) !== undefined) bus.publish('signs.out', id);
    },
    count: (tag) => byTag.get(tag)?.length ?? 0,
    findNewest(tag, route) {
      const [newest] = (byTag.get(tag) ?? [])
        .filter((streamId) => streamId.route.startsWith(route))
        .sort((one, other) => (one.id < other.id ? 1 : -1));
      return newest;
    },
    listHere: () => [...new Set(listHere().map(({ tag }) => tag))],
    onGone: (listener) => void gone.push(listener),
  };
}
