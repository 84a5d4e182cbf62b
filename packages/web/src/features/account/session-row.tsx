import { Time } from '#ui/display/time.tsx';
import { Button } from '#ui/forms/button.tsx';
import type { useEndSession, useSessions } from './api.ts';
import { SignOutButton } from './sign-out-button.tsx';
import styles from './form.module.css';

type SessionRowProps = {
  session: NonNullable<ReturnType<typeof useSessions>['data']>['sessions'][number];
  end: ReturnType<typeof useEndSession>;
};
/** A device where the member is signed in, with a button to sign out there. */
export function SessionRow({ session, end }: SessionRowProps) {
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
        <SignOutButton />
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
