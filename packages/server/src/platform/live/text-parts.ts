/**
 * The database takes payloads of less than 8,000 bytes; a UTF-16 code unit takes at most three, and
 * each part has a header.
 */
const PART_UNITS = 2_600;
const MOST_WAITING = 10_000;

/** Cuts a text into parts that fit, never through a surrogate pair. */
export function cutParts(text: string, units = PART_UNITS): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + units);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

export type PartJoiner = {
  /** Receives one part, as `labelParts` wrote it. */
  receive(payload: string): void;
  /** Forgets the texts of which parts are missing. */
  clear(): void;
};

/** Writes the parts of a text so that a `PartJoiner` can join them; `name` is the text's own. */
export const labelParts = (name: string, text: string): string[] =>
  cutParts(text).map((part, index, parts) => `${name} ${index} ${parts.length} ${part}`);

/** Joins texts from their parts, and passes each whole text on. */
export function makePartJoiner(pass: (text: string) => void): PartJoiner {
  const halves = new Map<string, string[]>();
  return {
    receive(payload) {
      const [name, place, count] = payload.split(' ', 3) as [string, string, string];
      const part = payload.slice(name.length + place.length + count.length + 3);
      const parts = halves.get(name) ?? [];
      parts[Number(place)] = part;
      if (parts.filter((one) => one !== undefined).length < Number(count)) {
        halves.set(name, parts);
        if (halves.size > MOST_WAITING) halves.delete(halves.keys().next().value!);
        return;
      }
      halves.delete(name);
      pass(parts.join(''));
    },
    clear: () => halves.clear(),
  };
}
