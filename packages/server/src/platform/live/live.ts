import { HEARTBEAT_MS } from '@respa/contract/limits';
import type { Bus } from './bus.ts';
import { frameOf, HEARTBEAT } from './frames.ts';
import { makeInterest, type RelayedEvent } from './interest.ts';
import { textOf, type NumberedEvent } from './live-event.ts';
import { createPresenceRegistry, type PresenceRegistry } from './presence-registry.ts';
import { createLocalStreams, streamChannel, type OpenStream } from './local-streams.ts';
import { createReaderRegistry } from './reader-registry.ts';

/** When many streams end at once, this spreads out their readers' reconnects. */
const SPREAD_MS = 2_000;

/** Every operation here takes effect at every instance: it finds streams wherever they are open. */
export type Live = {
  /**
   * Opens a Server-Sent Events response. Events of its channels wait until `release`. `endTagged`
   * finds it by its tags; a stream with the tag `user:{id}` belongs to that user, and `route` is the
   * page they are viewing.
   */
  open: OpenStream;
  /** Sends an event to every reader of a channel; call it after the commit. */
  publish(channel: string, event: NumberedEvent): void;
  /**
   * Sends a last event, if provided, and ends every stream with the tag (a session, a person in a
   * room).
   */
  endTagged(tag: string, last?: NumberedEvent): void;
  /**
   * Fires at every server when the streams with a tag are ended: whatever else belongs to them ends too.
   */
  onEnded(listener: (tag: string, last: NumberedEvent | undefined) => void): void;
  /** Subscribes every open stream with the tag to a channel, or unsubscribes it. */
  joinTagged(tag: string, channel: string): void;
  leaveTagged(tag: string, channel: string): void;
  /** For tags of people: whether streams are open, and how many. */
  hasTagged(tag: string): boolean;
  countTagged(tag: string): number;
  /**
   * Returns the most recently opened of the user's routes with the given prefix, and the channel of
   * that stream alone.
   */
  findNewest(tag: string, route: string): { route: string; channel: string } | undefined;
  /** Who is where, at all instances. */
  attendance: PresenceRegistry;
  /** Returns the number of streams open at this instance. */
  count(): number;
  closeAll(): void;
};

/**
 * The hub of live streams. A frame is built once per event and written unchanged to each reader; it
 * is sent to other instances as finished text.
 */
export function makeLive(bus: Bus): Live {
  const attendance = createPresenceRegistry(bus);
  const restartStreams = () => {
    for (const reader of readers.all())
      setTimeout(() => streams.end(reader), Math.random() * SPREAD_MS).unref();
  };
  const interest = makeInterest(bus, restartStreams);
  const readers = createReaderRegistry(interest);
  const streams = createLocalStreams(readers, attendance);
  const joinAll = (tag: string, channel: string) => {
    interest.widen(channel);
    for (const reader of readers.ofTag(tag)) readers.join(reader, channel, 'joined');
  };
  const leaveAll = (tag: string, channel: string) => {
    for (const reader of readers.ofTag(tag)) readers.leave(reader, channel);
  };
  const heartbeat = setInterval(() => {
    for (const reader of readers.all()) streams.write(reader, HEARTBEAT);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  bus.subscribe<RelayedEvent>('live.event', ([channel, id, text]) => {
    if (readers.hasChannel(channel)) streams.spread(channel, id ?? undefined, frameOf(text));
  });
  const ended: ((tag: string, last: NumberedEvent | undefined) => void)[] = [];
  bus.subscribe<[tag: string, last: string | null, event?: NumberedEvent]>(
    'live.end',
    ([tag, last, event]) => {
      streams.endAll(tag, last);
      for (const listener of ended) listener(tag, event);
    },
  );
  type Membership = [tag: string, channel: string];
  bus.subscribe<Membership>('live.join', ([tag, channel]) => joinAll(tag, channel));
  bus.subscribe<Membership>('live.leave', ([tag, channel]) => leaveAll(tag, channel));
  // The lost message may have been for any of the streams, so each restarts from the database.
  bus.onGap(restartStreams);

  return {
    attendance,
    open: streams.open,
    publish(channel, event) {
      const text = readers.hasChannel(channel) ? textOf(event) : undefined;
      if (text !== undefined) streams.spread(channel, event.id, frameOf(text));
      if (bus.isShared) interest.publish(channel, event, text);
    },
    // A removed user receives nothing more, even if a transport has just broken.
    endTagged(tag, last) {
      const text = last === undefined ? null : textOf(last);
      streams.endAll(tag, text);
      for (const listener of ended) listener(tag, last);
      bus.publish('live.end', [tag, text, last], 'surely');
    },
    onEnded: (listener) => void ended.push(listener),
    joinTagged(tag, channel) {
      joinAll(tag, channel);
      bus.publish('live.join', [tag, channel], 'surely');
    },
    leaveTagged(tag, channel) {
      leaveAll(tag, channel);
      bus.publish('live.leave', [tag, channel], 'surely');
    },
    hasTagged: (tag) => attendance.count(tag) > 0,
    countTagged: (tag) => attendance.count(tag),
    findNewest(tag, route) {
      const newest = attendance.findNewest(tag, route);
      return newest && { route: newest.route, channel: streamChannel(newest.id) };
    },
    count: () => readers.all().size,
    closeAll() {
      clearInterval(heartbeat);
      for (const reader of readers.all()) streams.end(reader);
      interest.close();
    },
  };
}
