import { Button, ButtonLink } from './button.tsx';
import styles from './form-end.module.css';

/** The end of a form: its error, the sending state, the way back, and the submit button. */
export function FormEnd({
  wrong,
  isBusy,
  back,
  action,
  onStop,
}: {
  wrong: string;
  isBusy: boolean;
  back: string;
  action: string;
  /** Stops the running submission. */ onStop?: () => void;
}) {
  return (
    <>
      {wrong === '' ? null : (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
      <div className={styles.end}>
        <span className={styles.wait} role="status">
          {isBusy ? 'Подождите, пока данные отправятся на сервер...' : null}
        </span>
        {isBusy && onStop !== undefined ? (
          <Button onClick={onStop}>Отменить</Button>
        ) : (
          <ButtonLink to={back}>Отмена</ButtonLink>
        )}
        <Button type="submit" variant="primary" busy={isBusy}>
          {action}
        </Button>
      </div>
    </>
  );
}
