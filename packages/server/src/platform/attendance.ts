import type { Bus } from './bus.ts';
import { newId } from './ids.ts';

/** One open stream of somebody, here or at another instance. Its id carries when it was opened. */
type Sign = { id: string; tag: string; place: string; at: string };
type Told = [id: string, tag: string, place: string];
export type Attendance = {
  /** Somebody opened a stream here; `place` is what is looked at, empty for none. Answers the stream's id. */
  enter(tag: string, place: string): string;
  leave(id: string): void;
  /** Open streams with the tag, at all instances. */
  count(tag: string): number;
  /** The stream that was opened last, anywhere, of those whose place begins so. */
  findNewest(tag: string, place: string): { id: string; place: string } | undefined;
  /** The tags of the streams that are open here. */
  listHere(): string[];
  /** An instance is gone, and with it every stream that these tags had. `at` in milliseconds is when it was heard last. */
  onGone(listener: (instance: string, tags: string[], at: number) => void): void;
};

/** Streams of an instance that stops in order are opened anew elsewhere: until then their people are still there. */
const MOVING_MS = 5_000;

/** Who has streams open and where: what is here, and a mirror of what the other instances tell of themselves. */
export function makeAttendance(bus: Bus): Attendance {
  const byTag = new Map<string, Sign[]>();
  const byInstance = new Map<string, Map<string, Sign>>();
  const gone: ((instance: string, tags: string[], at: number) => void)[] = [];
  const add = (at: string, [id, tag, place]: Told) => {
    let signs = byInstance.get(at);
    if (signs === undefined) byInstance.set(at, (signs = new Map()));
    if (signs.has(id)) return;
    const sign: Sign = { id, tag, place, at };
    signs.set(id, sign);
    const others = byTag.get(tag);
    if (others === undefined) byTag.set(tag, [sign]);
    else others.push(sign);
  };
  const remove = (at: string, id: string): Sign | undefined => {
    const signs = byInstance.get(at);
    const sign = signs?.get(id);
    if (sign === undefined) return undefined;
    signs!.delete(id);
    const left = byTag.get(sign.tag)!.filter((one) => one !== sign);
    if (left.length === 0) byTag.delete(sign.tag);
    else byTag.set(sign.tag, left);
    return sign;
  };
  const clear = (at: string): string[] => {
    const tags = new Set<string>();
    for (const id of byInstance.get(at)?.keys() ?? []) tags.add(remove(at, id)!.tag);
    byInstance.delete(at);
    return [...tags].filter((tag) => !byTag.has(tag));
  };
  const listHere = (): Sign[] => [...(byInstance.get(bus.id)?.values() ?? [])];

  /** Instances that are stopping: what they close is open until it is seen elsewhere, or is not. */
  const moving = new Set<string>();
  let isAsked = false;
  bus.hear<Told>('signs.in', (sign, from) => add(from, sign));
  bus.hear<string>('signs.out', (id, from) => {
    if (!moving.has(from)) remove(from, id);
  });
  bus.hear<Told[]>('signs.all', (signs, from) => {
    clear(from);
    signs.forEach((sign) => add(from, sign));
  });
  bus.hear<string>('signs.ask', (instance) => {
    if (instance !== bus.id || isAsked) return;
    isAsked = true;
    // All that ask at once get one answer.
    setImmediate(() => {
      isAsked = false;
      bus.tell(
        'signs.all',
        listHere().map(({ id, tag, place }): Told => [id, tag, place]),
      );
    });
  });
  bus.hear<string>('signs.dead', bus.giveUp);
  const ask = (instance: string) => bus.tell('signs.ask', instance);
  bus.onCome(ask);
  bus.onGap(ask);
  bus.onGo((instance, { at, bye }) => {
    const drop = () => {
      moving.delete(instance);
      if (bus.others().includes(instance)) return;
      // Nobody hears that these are gone from one instance and sees them in the network at another.
      bus.tell('signs.dead', instance);
      const tags = clear(instance);
      gone.forEach((listener) => listener(instance, tags, at));
    };
    if (!bye) return drop();
    moving.add(instance);
    setTimeout(drop, MOVING_MS).unref();
  });

  return {
    enter(tag, place) {
      const told: Told = [newId(), tag, place];
      add(bus.id, told);
      bus.tell('signs.in', told);
      return told[0];
    },
    leave(id) {
      if (remove(bus.id, id) !== undefined) bus.tell('signs.out', id);
    },
    count: (tag) => byTag.get(tag)?.length ?? 0,
    findNewest(tag, place) {
      const [newest] = (byTag.get(tag) ?? [])
        .filter((sign) => sign.place.startsWith(place))
        .sort((one, other) => (one.id < other.id ? 1 : -1));
      return newest;
    },
    listHere: () => [...new Set(listHere().map(({ tag }) => tag))],
    onGone: (listener) => void gone.push(listener),
  };
}
