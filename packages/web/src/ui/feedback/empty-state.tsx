import { IconRefresh } from '#ui/icons.ts';
import type { ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { Art, type ArtName } from './art.tsx';
import { Button } from '#ui/forms/button.tsx';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  art: ArtName;
  /** The documented text. */
  text: ReactNode;
  /** An optional extra sentence. */
  more?: ReactNode;
  /** One next step: a Button or a ButtonLink. */
  action?: ReactNode;
  /** Less padding, for a block inside a card. */
  small?: boolean | undefined;
};

export function EmptyState({ art, text, more, action, small }: EmptyStateProps) {
  return (
    <div className={classNames(styles.state, small && styles.small)}>
      <Art name={art} />
      <p className={styles.text}>{text}</p>
      {more ? <p className={styles.more}>{more}</p> : null}
      {action}
    </div>
  );
}

type ErrorStateProps = {
  text?: ReactNode;
  more?: ReactNode;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
  small?: boolean | undefined;
};

/** Shown in place of a list or a page that could not be loaded. */
export function ErrorState({
  text = 'Не получилось загрузить',
  more = 'Проверьте связь и попробуйте ещё раз.',
  onRetry,
  busy,
  small,
}: ErrorStateProps) {
  return (
    <div className={classNames(styles.state, small && styles.small)} role="alert">
      <Art name="broken" />
      <p className={styles.text}>{text}</p>
      {more ? <p className={styles.more}>{more}</p> : null}
      {onRetry ? (
        <Button icon={<IconRefresh />} busy={busy} onClick={onRetry}>
          Повторить
        </Button>
      ) : null}
    </div>
  );
}

/** Shown for an object that does not exist or is not visible to the viewer. */
export function NotFoundState({
  text = 'Страница не найдена',
  more = 'Возможно, страницу удалили или она открыта не всем.',
  action,
}: {
  text?: ReactNode;
  more?: ReactNode;
  action?: ReactNode;
}) {
  return <EmptyState art="lost" text={text} more={more} action={action} />;
}
