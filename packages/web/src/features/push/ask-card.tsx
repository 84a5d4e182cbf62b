import { showToast } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconBell } from '#ui/icons.ts';
import { sentenceOfFailure, useEnable } from './api.ts';
import { setAsking, useIsAsking } from './ask-state.ts';
import styles from './ask-card.module.css';

/** Offers notifications above the composer. The browser itself asks only after a press here. */
export function AskCard() {
  const isAsking = useIsAsking();
  const enable = useEnable();
  if (!isAsking) return null;
  const agree = () =>
    enable.mutate(undefined, {
      onSuccess: (isOn) => {
        setAsking(false);
        if (isOn) showToast('Уведомления включены.', { tone: 'good' });
      },
      onError: (error) => showToast(sentenceOfFailure(error), { tone: 'bad' }),
    });
  return (
    <div className={styles.card} role="region" aria-label="Уведомления">
      <IconBell className={styles.icon} aria-hidden="true" />
      <p className={styles.text}>Сообщим об ответе, даже когда Респа закрыта.</p>
      <div className={styles.buttons}>
        <Button size="small" variant="plain" onClick={() => setAsking(false)}>
          Не сейчас
        </Button>
        <Button size="small" variant="primary" busy={enable.isPending} onClick={agree}>
          Включить
        </Button>
      </div>
    </div>
  );
}
