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
   * finds it by its tags; a stream with the tag `user:{id}` belongs to that user, and `route` is
   * the page they are viewing.
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
   * Fires at every server when the streams with a tag are ended: whatever else belongs to them ends
   * too.
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
  const heartbeat = setInterval(() => {
    for (const reader of readers.all()) streams.write(reader, HEARTBEAT);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  bus.subscribe<RelayedEvent>('live.event', ([channel, id, text]) => {
    if (readers.hasChannel(channel)) streams.spread(channel, id ?? undefined, frameOf(text));
  });
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
    ...makeEnding(bus, streams.endAll),
    ...makeMembership(bus, readers, interest.widen),
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

/** How all streams of a tag are ended, at this instance and at the others. */
function makeEnding(
  bus: Bus,
  endAll: (tag: string, last: string | null) => void,
): Pick<Live, 'endTagged' | 'onEnded'> {
  const ended: ((tag: string, last: NumberedEvent | undefined) => void)[] = [];
  const end = (tag: string, text: string | null, last: NumberedEvent | undefined) => {
    endAll(tag, text);
    for (const listener of ended) listener(tag, last);
  };
  bus.subscribe<[tag: string, last: string | null, event?: NumberedEvent]>(
    'live.end',
    ([tag, text, last]) => end(tag, text, last),
  );
  return {
    // A removed user receives nothing more, even if a transport has just broken.
    endTagged(tag, last) {
      const text = last === undefined ? null : textOf(last);
      end(tag, text, last);
      bus.publish('live.end', [tag, text, last], 'surely');
    },
    onEnded: (listener) => void ended.push(listener),
  };
}

/** How all streams of a tag enter and leave a channel, at this instance and at the others. */
function makeMembership(
  bus: Bus,
  readers: ReturnType<typeof createReaderRegistry>,
  widen: (channel: string) => void,
): Pick<Live, 'joinTagged' | 'leaveTagged'> {
  type Membership = [tag: string, channel: string];
  const join = (tag: string, channel: string) => {
    widen(channel);
    for (const reader of readers.ofTag(tag)) readers.join(reader, channel, 'joined');
  };
  const leave = (tag: string, channel: string) => {
    for (const reader of readers.ofTag(tag)) readers.leave(reader, channel);
  };
  bus.subscribe<Membership>('live.join', ([tag, channel]) => join(tag, channel));
  bus.subscribe<Membership>('live.leave', ([tag, channel]) => leave(tag, channel));
  return {
    joinTagged(tag, channel) {
      join(tag, channel);
      bus.publish('live.join', [tag, channel], 'surely');
    },
    leaveTagged(tag, channel) {
      leave(tag, channel);
      bus.publish('live.leave', [tag, channel], 'surely');
    },
  };
}
