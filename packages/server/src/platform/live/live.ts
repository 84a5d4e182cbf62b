import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HEARTBEAT_MS, STREAM_BUFFER } from '@respa/contract/limits';
import { createPresenceRegistry, type PresenceRegistry } from './presence-registry.ts';
import type { Bus } from './bus.ts';
import { makeInterest, type RelayedEvent } from './interest.ts';
import { textOf, type NumberedEvent } from './live-event.ts';

type Reader = {
  response: ServerResponse;
  channels: Set<string>;
  /** Frames that arrived while the reader is still being caught up from the database. */
  waiting: Waiting[] | null;
  /** The number of the last change that the reader has; undefined if the stream is not numbered. */
  last: number | undefined;
  /**
   * Changes that arrived before an earlier one: two writers commit in order, but their events may
   * arrive out of order.
   */
  early: Map<number, Frame>;
  timeout: NodeJS.Timeout | undefined;
  tags: Set<string>;
  /** The stream's id among all open streams of all instances, if it belongs to a user. */
  streamId: string | undefined;
  onClose: () => void;
};
type Waiting = { id: string | undefined; frame: Frame };
/**
 * A piece of a response as sent over the connection: in its own chunk, built once for all readers,
 * or bare for HTTP/1.0 readers.
 */
type Frame = { chunk: Buffer; bare: Buffer };
/** A stream with such a tag belongs to a user: all instances know who is online. */
const PERSON = 'user:';
/** When many streams end at once, this spreads out their readers' reconnects. */
const SPREAD_MS = 2_000;
/**
 * A change missing for this long is not coming: the reader is disconnected and finds it in the
 * database when it resumes.
 */
const GAP_MS = 2_000;
export type Stream = {
  /** Sends one event to this reader only. */
  send(event: NumberedEvent): void;
  /**
   * Ends the catch-up: waiting frames are sent, except changes up to the number `covered`. From
   * then on changes are sent in the order
   * of their numbers, each once and without gaps, so a reader needs only the id of the last one to
   * resume.
   */
  release(covered?: number): void;
  subscribe(channel: string): void;
  unsubscribe(channel: string): void;
  end(): void;
};

/** Every operation here takes effect at every instance: it finds streams wherever they are open. */
export type Live = {
  /**
   * Opens a Server-Sent Events response. Events of its channels wait until `release`. `endTagged`
   * finds it by its tags; a stream with the tag `user:{id}`
   * belongs to that user, and `route` is the page they are viewing.
   */
  open(
    response: ServerResponse,
    options: { channels: string[]; tags: string[]; route?: string; onClose?: () => void },
  ): Stream;
  /** Sends an event to every reader of a channel; call it after the commit. */
  publish(channel: string, event: NumberedEvent): void;
  /**
   * Sends a last event, if provided, and ends every stream with the tag (a session, a person in a
   * room).
   */
  endTagged(tag: string, last?: NumberedEvent): void;
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

function frameOf(text: string): Frame {
  const size = Buffer.byteLength(text);
  const head = `${size.toString(16)}\r\n`;
  const chunk = Buffer.from(`${head}${text}\r\n`);
  return { chunk, bare: chunk.subarray(head.length, head.length + size) };
}
const BEAT = frameOf(': \n\n');
const streamChannel = (streamId: string): string => `stream:${streamId}`;

/**
 * The hub of live streams. A frame is built once per event and written unchanged to each reader; it
 * is sent to other instances as finished text.
 */
export function makeLive(bus: Bus): Live {
  const attendance = createPresenceRegistry(bus);
  const byChannel = new Map<string, Set<Reader>>();
  const byTag = new Map<string, Set<Reader>>();
  const readers = new Set<Reader>();
  const restartStreams = () => {
    for (const reader of readers) setTimeout(() => end(reader), Math.random() * SPREAD_MS).unref();
  };
  const interest = makeInterest(bus, restartStreams);

  const link = (map: Map<string, Set<Reader>>, key: string, reader: Reader) => {
    const set = map.get(key);
    if (set === undefined) map.set(key, new Set([reader]));
    else set.add(reader);
  };
  const unlink = (map: Map<string, Set<Reader>>, key: string, reader: Reader) => {
    const set = map.get(key);
    set?.delete(reader);
    if (set?.size === 0) map.delete(key);
  };
  const follow = (reader: Reader, channel: string, how: 'opened' | 'joined') => {
    if (!byChannel.has(channel)) interest.begin(channel, how);
    link(byChannel, channel, reader);
  };
  const unfollow = (reader: Reader, channel: string) => {
    unlink(byChannel, channel, reader);
    if (!byChannel.has(channel)) interest.end(channel);
  };
  const drop = (reader: Reader) => {
    if (!readers.delete(reader)) return;
    clearTimeout(reader.timeout);
    for (const channel of reader.channels) unfollow(reader, channel);
    for (const tag of reader.tags) unlink(byTag, tag, reader);
    if (reader.streamId !== undefined) attendance.leave(reader.streamId);
    reader.onClose();
  };
  const corked = new Set<Socket>();
  const uncork = () => {
    for (const socket of corked) socket.uncork();
    corked.clear();
  };
  /** Combines all writes to a reader within one turn of the event loop into one system call. */
  const hold = (socket: Socket) => {
    if (corked.has(socket)) return;
    if (corked.size === 0) setImmediate(uncork);
    corked.add(socket);
    socket.cork();
  };
  const write = (reader: Reader, frame: Frame) => {
    const { response } = reader;
    const { socket } = response;
    // A slow reader costs bounded memory: the server disconnects it, and it resumes by
    // Last-Event-ID.
    if (response.writableLength > STREAM_BUFFER) {
      response.destroy();
      drop(reader);
      return;
    }
    // The response waits for its turn behind another one on the same connection, or is not chunked.
    if (socket === null || !response.chunkedEncoding) return void response.write(frame.bare);
    // Writes to the socket directly, bypassing the response, which would send the chunk in three
    // pieces and count it again for each reader.
    hold(socket);
    if (!response.writableEnded && !socket.destroyed) socket.write(frame.chunk);
  };
  const deliver = (reader: Reader, id: string | undefined, frame: Frame) => {
    const number = Number(id);
    if (id === undefined || reader.last === undefined) return write(reader, frame);
    if (number <= reader.last) return;
    reader.early.set(number, frame);
    for (
      let next = reader.early.get(reader.last + 1);
      next !== undefined;
      next = reader.early.get(reader.last + 1)
    ) {
      reader.last += 1;
      reader.early.delete(reader.last);
      write(reader, next);
      clearTimeout(reader.timeout);
      reader.timeout = undefined;
    }
    if (reader.early.size > 0) reader.timeout ??= setTimeout(() => end(reader), GAP_MS).unref();
  };
  const end = (reader: Reader) => {
    reader.response.end();
    drop(reader);
  };
  const join = (reader: Reader, channel: string, how: 'opened' | 'joined') => {
    if (!readers.has(reader)) return;
    reader.channels.add(channel);
    follow(reader, channel, how);
  };
  const leave = (reader: Reader, channel: string) => {
    if (reader.channels.delete(channel)) unfollow(reader, channel);
  };
  const heartbeat = setInterval(() => {
    for (const reader of readers) write(reader, BEAT);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const spread = (channel: string, id: string | undefined, frame: Frame) => {
    for (const reader of byChannel.get(channel) ?? []) {
      if (reader.waiting === null) deliver(reader, id, frame);
      else reader.waiting.push({ id, frame });
    }
  };
  const endAll = (tag: string, last: string | null) => {
    for (const reader of byTag.get(tag) ?? []) {
      if (last !== null) write(reader, frameOf(last));
      end(reader);
    }
  };
  const joinAll = (tag: string, channel: string) => {
    interest.widen(channel);
    byTag.get(tag)?.forEach((reader) => join(reader, channel, 'joined'));
  };
  const leaveAll = (tag: string, channel: string) =>
    byTag.get(tag)?.forEach((reader) => leave(reader, channel));
  bus.subscribe<RelayedEvent>('live.event', ([channel, id, text]) => {
    if (byChannel.has(channel)) spread(channel, id ?? undefined, frameOf(text));
  });
  bus.subscribe<[tag: string, last: string | null]>('live.end', ([tag, last]) => endAll(tag, last));
  bus.subscribe<[tag: string, channel: string]>('live.join', ([tag, channel]) =>
    joinAll(tag, channel),
  );
  bus.subscribe<[tag: string, channel: string]>('live.leave', ([tag, channel]) =>
    leaveAll(tag, channel),
  );
  // The lost message may have been for any of the streams, so each restarts from the database.
  bus.onGap(restartStreams);

  const live: Live = {
    open(response, { channels, tags, route = '', onClose }) {
      if (response.socket !== null) hold(response.socket);
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        vary: 'authorization',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        connection: 'keep-alive',
      });
      // From here on frames are written to the socket directly, so the headers go first.
      response.flushHeaders();
      const reader: Reader = {
        response,
        channels: new Set(channels),
        waiting: [],
        last: undefined,
        early: new Map(),
        timeout: undefined,
        tags: new Set(tags),
        streamId: undefined,
        onClose: onClose ?? (() => {}),
      };
      readers.add(reader);
      for (const channel of reader.channels) follow(reader, channel, 'opened');
      for (const tag of tags) link(byTag, tag, reader);
      const person = tags.find((tag) => tag.startsWith(PERSON));
      if (person !== undefined) reader.streamId = attendance.enter(person, route);
      if (route !== '') join(reader, streamChannel(reader.streamId!), 'opened');
      response.on('close', () => drop(reader));
      response.on('error', () => drop(reader));
      // The jitter keeps a thousand clients from reconnecting at the same instant after a restart.
      write(reader, frameOf(`retry: ${500 + Math.floor(Math.random() * 1500)}\n\n`));
      return {
        send: (event) => write(reader, frameOf(textOf(event))),
        release(covered) {
          const waited = reader.waiting ?? [];
          reader.waiting = null;
          reader.last = covered;
          for (const { id, frame } of waited) deliver(reader, id, frame);
        },
        subscribe: (channel) => join(reader, channel, 'opened'),
        unsubscribe: (channel) => leave(reader, channel),
        end: () => end(reader),
      };
    },
    publish(channel, event) {
      const text = byChannel.has(channel) ? textOf(event) : undefined;
      if (text !== undefined) spread(channel, event.id, frameOf(text));
      if (bus.isShared) interest.publish(channel, event, text);
    },
    // A removed user receives nothing more, even if a transport has just broken.
    endTagged(tag, last) {
      const text = last === undefined ? null : textOf(last);
      endAll(tag, text);
      bus.publish('live.end', [tag, text], 'surely');
    },
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
    attendance,
    count: () => readers.size,
    closeAll() {
      clearInterval(heartbeat);
      for (const reader of readers) end(reader);
      interest.close();
    },
  };
  return live;
}
