import { lazy, Suspense, useState } from 'react';
import { day, counted } from '#lib/text/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useFactor, useMailFactor } from './security-api.ts';
import styles from './form.module.css';

const FactorWindow = lazy(() =>
  import('./factor-window.tsx').then((file) => ({ default: file.FactorWindow })),
);
const FEW_CODES = 3;
const NO_FACTOR = { on: false, since: null, codesLeft: 0, isConfirmed: false };

/** Shows whether sign-in requires a code, and lets the member change that. */
export function FactorCard() {
  const factor = useFactor();
  const [task, setTask] = useState<'on' | 'off' | 'codes' | null>(null);
  const { on, since, codesLeft, isConfirmed } = factor.data ?? NO_FACTOR;
  return (
    <Card>
      <CardHead title="Двухфакторная защита" />
      {factor.isPending ? (
        <Skeleton>
          <Bone width={260} height={20} />
        </Skeleton>
      ) : null}
      {factor.isError ? <ErrorState small onRetry={() => void factor.refetch()} /> : null}
      {factor.data === undefined ? null : (
        <div className={styles.form}>
          <p className={styles.text}>
            {on
              ? `Включена ${day(since!)}. Запасных кодов осталось: ${codesLeft}.`
              : 'После пароля мы спросим ещё и код из приложения на телефоне. Даже с вашим паролем чужой не войдёт.'}
          </p>
          {on && codesLeft < FEW_CODES ? (
            <p className={styles.wrong} role="status">
              {codesLeft === 0
                ? 'Запасных кодов не осталось.'
                : `Осталось только ${counted(codesLeft, ['код', 'кода', 'кодов'])}.`}{' '}
              Получите новые, чтобы не потерять вход.
            </p>
          ) : null}
          {on && !isConfirmed ? <UnconfirmedFactor /> : null}
          <div className={styles.steps}>
            {on ? (
              <>
                <Button size="small" onClick={() => setTask('codes')}>
                  Новые запасные коды
                </Button>
                <Button size="small" variant="plain" onClick={() => setTask('off')}>
                  Выключить
                </Button>
              </>
            ) : (
              <Button size="small" variant="soft" onClick={() => setTask('on')}>
                Включить
              </Button>
            )}
          </div>
        </div>
      )}
      <Suspense>
        {task === null ? null : <FactorWindow task={task} onClose={() => setTask(null)} />}
      </Suspense>
    </Card>
  );
}

/** Asks the member to open the emailed link, and can send another one. */
function UnconfirmedFactor() {
  const mail = useMailFactor();
  const send = () =>
    mail.mutate(undefined, {
      onSuccess: () =>
        showToast('Отправили новое письмо. Проверьте и папку «Спам».', { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <div className={styles.row} role="status">
      <span className={styles.grow}>
        Осталось подтвердить по ссылке из письма
        <br />
        <span className={styles.dim}>
          До тех пор сброс пароля по почте выключает двухфакторную защиту.
        </span>
      </span>
      <Button size="small" busy={mail.isPending} onClick={send}>
        Отправить ещё раз
      </Button>
    </div>
  );
}
