import type { ServerResponse } from 'node:http';
import { frameOf, type Frame } from './frames.ts';
import { textOf, type NumberedEvent } from './live-event.ts';
import type { PresenceRegistry } from './presence-registry.ts';
import type { ReaderRegistry } from './reader-registry.ts';
import { createReader, deliverInOrder, type Reader } from './stream-reader.ts';
import { createStreamWriter } from './stream-writer.ts';

/** A stream with such a tag belongs to a user: all instances know who is online. */
const PERSON = 'user:';
export type Stream = {
  /** Sends one event to this reader only. */
  send(event: NumberedEvent): void;
  /**
   * Ends the catch-up: waiting frames are sent, except changes up to the number `covered`. From
   * then on changes are sent in the order of their numbers, each once and without gaps, so a reader
   * needs only the id of the last one to resume.
   */
  release(covered?: number): void;
  subscribe(channel: string): void;
  unsubscribe(channel: string): void;
  end(): void;
};

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  vary: 'authorization',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  connection: 'keep-alive',
};
/** The channel that a single stream reads. */
export const streamChannel = (streamId: string): string => `stream:${streamId}`;

export type OpenStream = (
  response: ServerResponse,
  options: { channels: string[]; tags: string[]; route?: string; onClose?: () => void },
) => Stream;
/** Streams of this instance: opens, writes, and ends them. */
type LocalStreams = {
  open: OpenStream;
  /** Passes an event to the readers of a channel here. */
  spread(channel: string, id: string | undefined, frame: Frame): void;
  endAll(tag: string, last: string | null): void;
  end(reader: Reader): void;
  write(reader: Reader, frame: Frame): void;
};
export function createLocalStreams(
  readers: ReaderRegistry,
  attendance: PresenceRegistry,
): LocalStreams {
  const writer = createStreamWriter();
  const drop = (reader: Reader) => {
    if (!readers.remove(reader)) return;
    clearTimeout(reader.timeout);
    if (reader.streamId !== undefined) attendance.leave(reader.streamId);
    reader.onClose();
  };
  const end = (reader: Reader) => {
    reader.response.end();
    drop(reader);
  };
  const write = (reader: Reader, frame: Frame) => {
    if (!writer.write(reader.response, frame)) drop(reader);
  };
  const deliver = (reader: Reader, id: string | undefined, frame: Frame) =>
    deliverInOrder(reader, id, frame, {
      write: (next) => write(reader, next),
      giveUp: () => end(reader),
    });
  const streamOf = (reader: Reader): Stream => ({
    send: (event) => write(reader, frameOf(textOf(event))),
    release(covered) {
      const waited = reader.waiting ?? [];
      reader.waiting = null;
      reader.last = covered;
      for (const { id, frame } of waited) deliver(reader, id, frame);
    },
    subscribe: (channel) => readers.join(reader, channel, 'opened'),
    unsubscribe: (channel) => readers.leave(reader, channel),
    end: () => end(reader),
  });
  return {
    end,
    write,
    open(response, { channels, tags, route = '', onClose = () => {} }) {
      if (response.socket !== null) writer.cork(response.socket);
      response.writeHead(200, HEADERS);
      // From here on frames are written to the socket directly, so the headers go first.
      response.flushHeaders();
      const reader = createReader(response, { channels, tags, onClose });
      readers.add(reader);
      const person = tags.find((tag) => tag.startsWith(PERSON));
      if (person !== undefined) reader.streamId = attendance.enter(person, route);
      if (route !== '') readers.join(reader, streamChannel(reader.streamId!), 'opened');
      response.on('close', () => drop(reader));
      response.on('error', () => drop(reader));
      // The jitter keeps a thousand clients from reconnecting at the same instant after a restart.
      write(reader, frameOf(`retry: ${500 + Math.floor(Math.random() * 1500)}\n\n`));
      return streamOf(reader);
    },
    spread(channel, id, frame) {
      for (const reader of readers.ofChannel(channel)) {
        if (reader.waiting === null) deliver(reader, id, frame);
        else reader.waiting.push({ id, frame });
      }
    },
    endAll(tag, last) {
      for (const reader of readers.ofTag(tag)) {
        if (last !== null) write(reader, frameOf(last));
        end(reader);
      }
    },
  };
}
