import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { Art } from '#ui/feedback/art.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import styles from './form.module.css';

type LinkProblemProps = { error: unknown; next: { to: string; text: string }; onRetry: () => void };
/** Says why an emailed link does not work, or offers to try again. */
export function LinkProblem({ error, next, onRetry }: LinkProblemProps) {
  const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500;
  return (
    <div className={styles.art}>
      <Art name="broken" />
      <h1 className={styles.title}>{isRefused ? 'Ссылка не сработала' : 'Не получилось'}</h1>
      <p className={styles.text} role="alert">
        {sentenceOf(error)}
      </p>
      {isRefused ? (
        <ButtonLink to={next.to} variant="primary">
          {next.text}
        </ButtonLink>
      ) : (
        <Button variant="primary" onClick={onRetry}>
          Повторить
        </Button>
      )}
      <ButtonLink to="/support" variant="plain">
        Написать в поддержку
      </ButtonLink>
    </div>
  );
}
