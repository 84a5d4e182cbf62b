import { sentenceOf } from '#lib/network/call.ts';
import { readLosses } from '#lib/sign-out-warnings.ts';
import { relative } from '#lib/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useEndSession, useLogout, useSessions } from './api.ts';
import styles from './form.module.css';

/** Lists where the member is signed in, with buttons to sign out. */
export function SessionsList() {
  const sessions = useSessions();
  const end = useEndSession();
  const logout = useLogout();
  const endAll = async () => {
    if (
      !(await confirm({
        title: 'Выйти везде?',
        text: 'Все устройства, кроме этого, попросят пароль.',
        action: 'Выйти везде',
      }))
    )
      return;
    end.mutate('all', {
      onSuccess: () => showToast('На других устройствах вы вышли.', { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  const leave = async () => {
    const losses = readLosses();
    if (
      losses.length > 0 &&
      !(await confirm({
        title: 'Выйти, не дождавшись отправки?',
        text: losses.join(' '),
        action: 'Выйти',
        danger: true,
      }))
    )
      return;
    logout.mutate();
  };
  const rows = sessions.data?.sessions ?? [];
  return (
    <Card>
      <CardHead
        title="Сессии"
        action={
          rows.length > 1 ? (
            <Button
              size="small"
              busy={end.isPending && end.variables === 'all'}
              onClick={() => void endAll()}
            >
              Выйти везде
            </Button>
          ) : null
        }
      />
      {sessions.isPending ? <PeopleSkeleton rows={2} /> : null}
      {sessions.isError ? <ErrorState small onRetry={() => void sessions.refetch()} /> : null}
      <ul className={styles.rows}>
        {rows.map((session) => (
          <li key={session._id} className={styles.row}>
            <span className={styles.grow}>
              <span>{session.device}</span>
              <br />
              {session.current ? (
                <span className={styles.good}>Это устройство</span>
              ) : (
                <span className={styles.dim}>{relative(session.used)}</span>
              )}
            </span>
            {session.current ? (
              <Button size="small" busy={logout.isPending} onClick={() => void leave()}>
                Выйти
              </Button>
            ) : (
              <Button
                size="small"
                variant="plain"
                busy={end.isPending && end.variables === session._id}
                onClick={() => end.mutate(session._id)}
              >
                Закрыть
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
