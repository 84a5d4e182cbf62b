import type { StyledPart } from '@respa/contract/formatting';
import { classNames } from '#lib/browser/class-names.ts';
import { clock } from '#lib/text/format.ts';
import { IconAlertCircle, IconClock } from '#ui/icons.ts';
import { FormattedText } from '../../message-text/formatted-text.tsx';
import { useLinkCard } from './link-card.tsx';
import { UnsentLook } from './unsent-look.tsx';
import { UnsentFiles } from './file-cards.tsx';
import { UnsentMedia } from './bubble-media.tsx';
import { countFiles } from '../../composer/unsent/outbox-files.ts';
import type { Unsent } from '../../composer/unsent/outbox-store.ts';
import styles from './bubble.module.css';

/** An unsent message, shown at its future position. */
export function UnsentBubble({
  item,
  onRetry,
  onDiscard,
}: {
  item: Unsent;
  onRetry: () => void;
  onDiscard: () => void;
}) {
  const { card, text, formatting } = useLinkCard({
    message: item.text,
    mentions: [],
    formatting: JSON.parse(item.more?.formatting ?? '[]') as StyledPart[],
  });
  const isFailed = item.state === 'failed';
  return (
    <li className={classNames(styles.line, styles.mine)}>
      <div className={classNames(styles.bubble, item.look !== undefined && styles.bare)}>
        {item.look === undefined ? null : <UnsentLook look={item.look} />}
        <UnsentMedia item={item} />
        <UnsentFiles item={item} />
        {text === '' ? null : (
          <p className={styles.text}>
            <FormattedText text={text} formatting={formatting} />
          </p>
        )}
        {card}
        <span className={styles.foot}>
          <time dateTime={item.at}>{clock(item.at)}</time>
          {isFailed ? (
            <IconAlertCircle
              size={17}
              className={styles.failed}
              role="img"
              aria-label="Не отправлено"
            />
          ) : (
            <IconClock size={16} role="img" aria-label="Отправляется" />
          )}
        </span>
        {item.error === '' ? null : (
          <p className={classNames(styles.reason, isFailed && styles.failed)} role="alert">
            {item.error}
          </p>
        )}
        {isFailed ? (
          <button type="button" className={styles.step} onClick={onRetry}>
            Повторить
          </button>
        ) : null}
        {isFailed || countFiles(item.files) > 0 ? (
          <button type="button" className={styles.step} onClick={onDiscard}>
            {isFailed ? 'Убрать' : 'Отменить'}
          </button>
        ) : null}
      </div>
    </li>
  );
}
