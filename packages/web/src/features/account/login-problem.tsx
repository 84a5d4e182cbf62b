import { Link } from 'react-router';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import styles from './form.module.css';

type LoginProblemProps = {
  error: Error | null;
  /** Why the second step ended; undefined if it did not. */
  over: string | undefined;
};
/** Why the user is not signed in. */
export function LoginProblem({ error, over }: LoginProblemProps) {
  const isSuspended = error instanceof ApiError && error.code === 'suspended';
  return isSuspended ? (
    <div className={styles.shut} role="alert">
      <b>Вход закрыт</b>
      <p>{error.message}</p>
      <p>
        Если вы считаете, что это ошибка, <Link to="/support">напишите в поддержку</Link>.
      </p>
    </div>
  ) : over !== undefined ? (
    <p className={styles.wrong} role="alert">
      {over}
    </p>
  ) : error ? (
    <p className={styles.wrong} role="alert">
      {error instanceof ApiError ? error.errors.join('. ') : sentenceOf(error)}
    </p>
  ) : null;
}
