/** What a component asks one host of the site to show, such as a form. */
export type Asked<T> = {
  ask: (thing: T | null) => void;
  read: () => T | null;
  subscribe: (listener: () => void) => () => void;
};

export function makeAsked<T>(): Asked<T> {
  let asked: T | null = null;
  const listeners = new Set<() => void>();
  return {
    ask(thing) {
      asked = thing;
      listeners.forEach((listener) => listener());
    },
    read: () => asked,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
