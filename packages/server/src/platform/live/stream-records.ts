/**
 * One open stream of a user, here or at another instance. Its id carries the time when it was
 * opened.
 */
export type StreamRecord = { id: string; tag: string; route: string; at: string };
export type StreamEntry = [id: string, tag: string, route: string];

export type StreamRecords = {
  add(at: string, entry: StreamEntry): void;
  /** Returns whether the instance had the stream. */
  remove(at: string, id: string): boolean;
  /** Removes all streams of an instance; returns the tags that no remaining stream has. */
  clear(at: string): string[];
  ofTag(tag: string): readonly StreamRecord[];
  listAt(at: string): StreamRecord[];
  /** Returns the tags of all open streams. */
  listTags(): string[];
};

/** Records open streams by tag and by instance. */
export function makeStreamRecords(): StreamRecords {
  const byTag = new Map<string, StreamRecord[]>();
  const byInstance = new Map<string, Map<string, StreamRecord>>();
  const remove = (at: string, id: string): StreamRecord | undefined => {
    const streams = byInstance.get(at);
    const stream = streams?.get(id);
    if (stream === undefined) return undefined;
    streams!.delete(id);
    const left = byTag.get(stream.tag)!.filter((one) => one !== stream);
    if (left.length === 0) byTag.delete(stream.tag);
    else byTag.set(stream.tag, left);
    return stream;
  };
  return {
    add(at, [id, tag, route]) {
      let streams = byInstance.get(at);
      if (streams === undefined) byInstance.set(at, (streams = new Map()));
      if (streams.has(id)) return;
      const stream: StreamRecord = { id, tag, route, at };
      streams.set(id, stream);
      const others = byTag.get(tag);
      if (others === undefined) byTag.set(tag, [stream]);
      else others.push(stream);
    },
    remove: (at, id) => remove(at, id) !== undefined,
    clear(at) {
      const tags = new Set<string>();
      for (const id of byInstance.get(at)?.keys() ?? []) tags.add(remove(at, id)!.tag);
      byInstance.delete(at);
      return [...tags].filter((tag) => !byTag.has(tag));
    },
    ofTag: (tag) => byTag.get(tag) ?? [],
    listTags: () => [...byTag.keys()],
    listAt: (at) => [...(byInstance.get(at)?.values() ?? [])],
  };
}
