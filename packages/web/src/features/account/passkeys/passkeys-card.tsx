import { lazy, Suspense, useState } from 'react';
import { day } from '#lib/text/format.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { usePasskeys, useRemovePasskey } from './api.ts';
import { hasPasskeys } from './passkey-browser.ts';
import styles from '../form.module.css';

const PasskeyWindow = lazy(() =>
  import('./passkey-window.tsx').then((file) => ({ default: file.PasskeyWindow })),
);

/** Lists the member's passkeys and lets them add and remove some. */
export function PasskeysCard() {
  const passkeys = usePasskeys();
  const remove = useRemovePasskey();
  const [isAdding, setAdding] = useState(false);
  const ask = async (id: string, name: string) => {
    const isSure = await confirm({
      title: `Удалить ключ «${name}»?`,
      text: 'Войти с ним больше не получится. С самого устройства его можно удалить в настройках паролей.',
      action: 'Удалить',
      danger: true,
    });
    if (isSure)
      remove.mutate(id, {
        onSuccess: () => showToast('Ключ удалён.'),
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      });
  };
  const list = passkeys.data ?? [];
  return (
    <Card>
      <CardHead
        title="Ключи доступа"
        action={
          hasPasskeys() ? (
            <Button size="small" onClick={() => setAdding(true)}>
              Добавить
            </Button>
          ) : null
        }
      />
      {passkeys.isPending ? <PeopleSkeleton rows={1} /> : null}
      {passkeys.isError ? <ErrorState small onRetry={() => void passkeys.refetch()} /> : null}
      {passkeys.isSuccess && list.length === 0 ? (
        <p className={styles.text}>
          {hasPasskeys()
            ? 'С ключом вход подтверждает само устройство: отпечатком, лицом или кодом экрана. Ни пароля, ни кода вводить не нужно.'
            : 'Этот браузер не поддерживает ключи доступа.'}
        </p>
      ) : null}
      <ul className={styles.rows}>
        {list.map(({ _id, name, created, used }) => (
          <li key={_id} className={styles.row}>
            <span className={styles.grow}>
              <bdi>{name}</bdi>
              <br />
              <span className={styles.dim}>
                Добавлен {day(created)}
                {used === null ? '' : `, последний вход ${day(used)}`}
              </span>
            </span>
            <Button
              size="small"
              variant="plain"
              busy={remove.isPending && remove.variables === _id}
              onClick={() => void ask(_id, name)}
              aria-label={`Удалить ключ ${name}`}
            >
              Удалить
            </Button>
          </li>
        ))}
      </ul>
      <Suspense>{isAdding ? <PasskeyWindow onClose={() => setAdding(false)} /> : null}</Suspense>
    </Card>
  );
}
