import { useEffect, useRef } from 'react';
import { guardPage } from '#lib/navigation/leave-guard.ts';
import { confirm } from '#ui/overlays/confirm.ts';

/**
 * Asks before the member leaves changes that are not saved, by a link or a step through the
 * history. `forget` discards them when the member leaves anyway.
 */
export function useLeaveQuestion(isChanged: boolean, forget: () => void): void {
  const latest = useRef({ isChanged, forget });
  useEffect(() => {
    latest.current = { isChanged, forget };
  });
  useEffect(
    () =>
      guardPage({
        isChanged: () => latest.current.isChanged,
        async ask() {
          const isLeaving = await confirm({
            title: 'Уйти без сохранения?',
            text: 'Вы изменили данные, но не сохранили их.',
            action: 'Уйти',
            danger: true,
          });
          if (isLeaving) {
            latest.current.forget();
            latest.current.isChanged = false;
          }
          return isLeaving;
        },
      }),
    [],
  );
}
