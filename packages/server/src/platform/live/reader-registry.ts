import type { Interest } from './interest.ts';
import type { Reader } from './stream-reader.ts';

/** The open streams of this instance, by channel and by tag. */
export type ReaderRegistry = {
  add(reader: Reader): void;
  /** Returns false if the reader is already gone. */
  remove(reader: Reader): boolean;
  /** Subscribes an open stream to a channel. `opened`: before it reads the database. */
  join(reader: Reader, channel: string, how: 'opened' | 'joined'): void;
  leave(reader: Reader, channel: string): void;
  hasChannel(channel: string): boolean;
  ofChannel(channel: string): Iterable<Reader>;
  ofTag(tag: string): Iterable<Reader>;
  all(): ReadonlySet<Reader>;
};

function link(map: Map<string, Set<Reader>>, key: string, reader: Reader): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([reader]));
  else set.add(reader);
}
function unlink(map: Map<string, Set<Reader>>, key: string, reader: Reader): void {
  const set = map.get(key);
  set?.delete(reader);
  if (set?.size === 0) map.delete(key);
}

export function createReaderRegistry(interest: Interest): ReaderRegistry {
  const byChannel = new Map<string, Set<Reader>>();
  const byTag = new Map<string, Set<Reader>>();
  const readers = new Set<Reader>();
  const follow = (reader: Reader, channel: string, how: 'opened' | 'joined') => {
    if (!byChannel.has(channel)) interest.begin(channel, how);
    link(byChannel, channel, reader);
  };
  const unfollow = (reader: Reader, channel: string) => {
    unlink(byChannel, channel, reader);
    if (!byChannel.has(channel)) interest.end(channel);
  };
  return {
    add(reader) {
      readers.add(reader);
      for (const channel of reader.channels) follow(reader, channel, 'opened');
      for (const tag of reader.tags) link(byTag, tag, reader);
    },
    remove(reader) {
      if (!readers.delete(reader)) return false;
      for (const channel of reader.channels) unfollow(reader, channel);
      for (const tag of reader.tags) unlink(byTag, tag, reader);
      return true;
    },
    join(reader, channel, how) {
      if (!readers.has(reader)) return;
      reader.channels.add(channel);
      follow(reader, channel, how);
    },
    leave(reader, channel) {
      if (reader.channels.delete(channel)) unfollow(reader, channel);
    },
    hasChannel: (channel) => byChannel.has(channel),
    ofChannel: (channel) => byChannel.get(channel) ?? [],
    ofTag: (tag) => byTag.get(tag) ?? [],
    all: () => readers,
  };
}
