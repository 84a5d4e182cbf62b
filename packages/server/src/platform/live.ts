import type { IncomingMessage, ServerResponse } from 'node:http';
import { HEARTBEAT_MS, STREAM_BUFFER } from '@respa/contract/limits';

export type LiveEvent = { id?: string; data: object };
type Reader = {
  response: ServerResponse;
  channels: Set<string>;
  /** Frames that arrived while the reader is still being caught up from the database. */
  waiting: Waiting[] | null;
  tags: Set<string>;
  onClose: () => void;
};
type Waiting = { id: string | undefined; frame: Buffer };
export type Stream = {
  /** Sends one event to this reader alone. */
  send(event: LiveEvent): void;
  /** Ends the catching up: frames that waited are sent, but those for which `seen(id)` is true. */
  release(seen?: (id: string) => boolean): void;
  subscribe(channel: string): void;
  unsubscribe(channel: string): void;
  end(): void;
};

export type Live = {
  /** Opens a Server-Sent Events answer. Events of its channels wait until `release`. Tags are what `endTagged` finds it by. */
  open(request: IncomingMessage, response: ServerResponse, options: { channels: string[]; tags: string[]; onClose?: () => void }): Stream;
  /** Sends an event to every reader of a channel; call it after the commit. */
  publish(channel: string, event: LiveEvent): void;
  /** Sends a last event, if given, and ends every stream with the tag (a session, a person in a room). */
  endTagged(tag: string, last?: LiveEvent): void;
  hasTagged(tag: string): boolean;
  countTagged(tag: string): number;
  count(): number;
  closeAll(): void;
};

const frameOf = (event: LiveEvent): Buffer =>
  Buffer.from(`${event.id === undefined ? '' : `id: ${event.id}\n`}data: ${JSON.stringify(event.data)}\n\n`);

/** The hub of live streams of this process. A frame is built once an event and written to each reader as it is. */
export function makeLive(): Live {
  const byChannel = new Map<string, Set<Reader>>();
  const byTag = new Map<string, Set<Reader>>();
  const readers = new Set<Reader>();

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
  const drop = (reader: Reader) => {
    if (!readers.delete(reader)) return;
    for (const channel of reader.channels) unlink(byChannel, channel, reader);
    for (const tag of reader.tags) unlink(byTag, tag, reader);
    reader.onClose();
  };
  const write = (reader: Reader, frame: Buffer | string) => {
    const { response } = reader;
    // A reader that does not read costs bounded memory: it is cut off and resumes by Last-Event-ID.
    if (response.writableLength > STREAM_BUFFER) {
      response.destroy();
      drop(reader);
    } else response.write(frame);
  };
  const heartbeat = setInterval(() => {
    for (const reader of readers) write(reader, ': \n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const live: Live = {
    open(request, response, { channels, tags, onClose }) {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        connection: 'keep-alive',
      });
      const reader: Reader = { response, channels: new Set(channels), waiting: [], tags: new Set(tags), onClose: onClose ?? (() => {}) };
      readers.add(reader);
      for (const channel of channels) link(byChannel, channel, reader);
      for (const tag of tags) link(byTag, tag, reader);
      request.on('close', () => drop(reader));
      response.on('close', () => drop(reader));
      response.on('error', () => drop(reader));
      // The jitter keeps a thousand clients from coming back in the same instant after a restart.
      write(reader, `retry: ${500 + Math.floor(Math.random() * 1500)}\n\n`);
      return {
        send: (event) => write(reader, frameOf(event)),
        release(seen = () => false) {
          const waited = reader.waiting ?? [];
          reader.waiting = null;
          for (const { id, frame } of waited) if (id === undefined || !seen(id)) write(reader, frame);
        },
        subscribe(channel) {
          if (!readers.has(reader)) return;
          reader.channels.add(channel);
          link(byChannel, channel, reader);
        },
        unsubscribe(channel) {
          reader.channels.delete(channel);
          unlink(byChannel, channel, reader);
        },
        end() {
          response.end();
          drop(reader);
        },
      };
    },
    publish(channel, event) {
      const set = byChannel.get(channel);
      if (set === undefined) return;
      const frame = frameOf(event);
      for (const reader of set) {
        if (reader.waiting === null) write(reader, frame);
        else reader.waiting.push({ id: event.id, frame });
      }
    },
    endTagged(tag, last) {
      for (const reader of byTag.get(tag) ?? []) {
        if (last !== undefined) write(reader, frameOf(last));
        reader.response.end();
        drop(reader);
      }
    },
    hasTagged: (tag) => byTag.has(tag),
    countTagged: (tag) => byTag.get(tag)?.size ?? 0,
    count: () => readers.size,
    closeAll() {
      clearInterval(heartbeat);
      for (const reader of readers) {
        reader.response.end();
        drop(reader);
      }
    },
  };
  return live;
}
