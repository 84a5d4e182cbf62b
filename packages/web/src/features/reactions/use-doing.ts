import { useRef, useState } from 'react';
import { confirm } from '#ui/overlays/confirm.ts';
import type { Doing } from './comment-row.tsx';

/** Holds the one action in a list of comments. Asks before unsent text is lost. */
export function useDoing() {
  const [doing, setDoing] = useState<Doing>(null);
  /** Discards the unsent text; null without any. */
  const discard = useRef<(() => void) | null>(null);
  const turnTo = (next: Doing) => {
    discard.current = null;
    setDoing(next);
  };
  const ask = async (next: Doing) => {
    const question =
      doing?.what === 'edit'
        ? { title: 'Не сохранять изменения?', action: 'Не сохранять' }
        : {
            title: 'Не отправлять ответ?',
            text: 'То, что вы написали, пропадёт.',
            action: 'Не отправлять',
          };
    if (discard.current !== null && !(await confirm({ ...question, danger: true }))) return;
    discard.current?.();
    turnTo(next);
  };
  return {
    doing,
    onDo: (next: Doing) => void ask(next),
    onEnd: () => turnTo(null),
    onBegun: (isBegun: boolean, forget: () => void) => {
      discard.current = isBegun ? forget : null;
    },
  };
}
