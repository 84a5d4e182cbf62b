import { useRef, useState } from 'react';
import { confirm } from '#ui/overlays/confirm.ts';
import type { Doing } from './comment-row.tsx';

/** Holds the one action in a list of comments. Asks before unsent text is lost. */
export function useDoing() {
  const [doing, setDoing] = useState<Doing>(null);
  const isBegun = useRef(false);
  const turnTo = (next: Doing) => {
    isBegun.current = false;
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
    if (!isBegun.current || (await confirm({ ...question, danger: true }))) turnTo(next);
  };
  return {
    doing,
    onDo: (next: Doing) => void ask(next),
    onEnd: () => turnTo(null),
    onBegun: (is: boolean) => {
      isBegun.current = is;
    },
  };
}
