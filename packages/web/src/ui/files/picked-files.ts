// Files that the user chose and that are not sent yet: their previews, and the refused ones.
import { useCallback, useEffect, useRef, useState } from 'react';
import { keptFilesAt } from '#lib/member/kept-files.ts';

export type PickedFile = {
  key: string;
  file: File;
  /** A local URL of the picture itself; undefined for a file that cannot be shown. */
  preview: string | undefined;
  /** 0…1 while it is being sent; undefined before. */
  progress?: number | undefined;
  /** Why it was refused. */
  error?: string | undefined;
};

export type Refusal = {
  /** `count`: more than the limit. `type`: not an accepted type. `size`: too large. */
  reason: 'count' | 'type' | 'size';
  files: File[];
};

export type PickRules = {
  /** As in <input accept>: '.jpg', 'image/png', 'image/*'; '*' accepts every file. */
  accept: readonly string[];
  limit: number;
  /** How many slots are taken by files that were sent before. */
  taken?: number | undefined;
  maxBytes?: number | undefined;
  /**
   * Where the files are kept until they are sent. Without a place they live as long as the form.
   */
  place?: string | undefined;
  /**
   * Called once for each reason. When the limit is exceeded, the whole selection is refused, as
   * documented.
   */
  onRefuse?: ((refusal: Refusal) => void) | undefined;
};

export const PICTURES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
] as const;

export function isAccepted(
  file: { name: string; type: string },
  accept: readonly string[],
): boolean {
  const name = file.name.toLowerCase();
  return accept.some((rule) => {
    if (rule === '*') return true;
    if (rule.startsWith('.')) return name.endsWith(rule.toLowerCase());
    if (rule.endsWith('/*')) return file.type.startsWith(rule.slice(0, -1));
    return file.type === rule;
  });
}

/** Splits a selection into accepted and refused files. Pure, so that the rule can be tested. */
export function sortFiles<Item extends { name: string; type: string; size: number }>(
  chosen: readonly Item[],
  taken: number,
  rules: Pick<PickRules, 'accept' | 'limit' | 'maxBytes'>,
) {
  const wrong = chosen.filter((file) => !isAccepted(file, rules.accept));
  const right = chosen.filter((file) => !wrong.includes(file));
  const large = right.filter((file) => rules.maxBytes !== undefined && file.size > rules.maxBytes);
  const fit = right.filter((file) => !large.includes(file));
  // A file that replaces another does not exceed the limit.
  const isOver = rules.limit === 1 ? fit.length > 1 : taken + fit.length > rules.limit;
  return {
    fit: isOver ? [] : fit,
    refused: { type: wrong, size: large, count: isOver ? fit : [] },
  };
}

let lastKey = 0;
/** Returns a chosen file with a new key and a preview of what a browser can show. */
function pick(file: File): PickedFile {
  lastKey += 1;
  const isShown = file.type.startsWith('image/') || file.type.startsWith('video/');
  return {
    key: String(lastKey),
    file,
    preview: isShown ? URL.createObjectURL(file) : undefined,
  };
}
const filesOf = (picked: readonly PickedFile[]): File[] => picked.map(({ file }) => file);

export function usePickedFiles(rules: PickRules) {
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const current = useRef(files);
  const addresses = useRef(new Set<string>());

  const [kept] = useState(() =>
    rules.place === undefined ? null : keptFilesAt<File[]>(rules.place),
  );

  const keep = useCallback(
    (next: readonly PickedFile[]) => {
      const before = current.current;
      for (const old of before) {
        if (old.preview && !next.some((file) => file.preview === old.preview)) {
          URL.revokeObjectURL(old.preview);
          addresses.current.delete(old.preview);
        }
      }
      for (const { preview } of next) if (preview) addresses.current.add(preview);
      if (next.length === 0 && before.length > 0) kept?.drop();
      else if (
        next.some(({ key }, index) => before[index]?.key !== key) ||
        next.length < before.length
      )
        kept?.keep(filesOf(next));
      current.current = next;
      setFiles(next);
    },
    [kept],
  );

  useEffect(() => {
    const left = addresses.current;
    return () => {
      for (const address of left) URL.revokeObjectURL(address);
    };
  }, []);
  useEffect(() => {
    void kept?.find().then((found) => {
      if (found !== undefined && current.current.length === 0) keep(found.map(pick));
    });
  }, [kept, keep]);

  const add = (chosen: readonly File[]) => {
    const { fit, refused } = sortFiles(chosen, current.current.length + (rules.taken ?? 0), rules);
    for (const reason of ['type', 'size', 'count'] as const) {
      if (refused[reason].length > 0) rules.onRefuse?.({ reason, files: refused[reason] });
    }
    if (fit.length === 0) return;
    const picked = fit.map(pick);
    keep(rules.limit === 1 ? picked : [...current.current, ...picked]);
  };

  return {
    files,
    add,
    remove: useCallback(
      (key: string) => keep(current.current.filter((file) => file.key !== key)),
      [keep],
    ),
    clear: useCallback(() => keep([]), [keep]),
    update: useCallback(
      (key: string, change: Partial<Pick<PickedFile, 'progress' | 'error'>>) =>
        keep(current.current.map((file) => (file.key === key ? { ...file, ...change } : file))),
      [keep],
    ),
  };
}
