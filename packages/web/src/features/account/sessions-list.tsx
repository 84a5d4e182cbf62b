import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { SessionRow } from './session-row.tsx';
import { useEndSession, useSessions } from './api.ts';
import styles from './form.module.css';

/** Lists where the member is signed in, with buttons to sign out. */
export function SessionsList() {
  const sessions = useSessions();
  const end = useEndSession();
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
          <SessionRow key={session._id} session={session} end={end} />
        ))}
      </ul>
    </Card>
  );
}
