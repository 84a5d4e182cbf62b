import { Button, ButtonLink } from '#ui/forms/button.tsx';
import styles from './game-form.module.css';
import type { GameForm } from './use-game-form.ts';

type GameFormEndProps = { form: GameForm; back: string; action: string };

/** The end of the form: its error, the sending state, the way back, and the submit button. */
export function GameFormEnd({ form: { wrong, isBusy, cancel }, back, action }: GameFormEndProps) {
  return (
    <>
      {wrong.all === undefined ? null : (
        <p className={styles.wrong} role="alert">
          {wrong.all}
        </p>
      )}
      <div className={styles.end}>
        <span className={styles.wait} role="status">
          {isBusy ? 'Подождите, пока данные отправятся на сервер...' : null}
        </span>
        {isBusy ? (
          <Button onClick={cancel}>Остановить</Button>
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
