import { readLosses } from '#lib/sign-out-warnings.ts';
import { Time } from '#ui/display/time.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { Button } from '#ui/forms/button.tsx';
import { useLogout, type useEndSession, type useSessions } from './api.ts';
import styles from './form.module.css';

type SessionRowProps = {
  session: NonNullable<ReturnType<typeof useSessions>['data']>['sessions'][number];
  end: ReturnType<typeof useEndSession>;
};
/** A device where the member is signed in, with a button to sign out there. */
export function SessionRow({ session, end }: SessionRowProps) {
  const logout = useLogout();
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
  return (
    <li className={styles.row}>
      <span className={styles.grow}>
        <span>{session.device}</span>
        <br />
        {session.current ? (
          <span className={styles.good}>Это устройство</span>
        ) : (
          <Time value={session.used} look="relative" className={styles.dim} />
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
  );
}
