import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconPencil, IconTrash } from '@tabler/icons-react';
import { classNames } from '#lib/class-names.ts';
import { clock, dateTime } from '#lib/format.ts';
import { Menu } from '#ui/menu.tsx';
import { BubbleMedia, isPictured, UnsentMedia } from './bubble-media.tsx';
import { countFiles } from './outbox-files.ts';
import type { Unsent } from './outbox.ts';
import type { Message } from './room-state.ts';
import styles from './bubble.module.css';

type BubbleProps = { message: Message; isMine: boolean; isRead: boolean; isFirst: boolean; onEdit: () => void; onDelete: () => void };

export function Bubble({ message, isMine, isRead, isFirst, onEdit, onDelete }: BubbleProps) {
  return (
    <li className={classNames(styles.line, isMine && styles.mine, isFirst && styles.first)} data-message={message._id}>
      <div className={classNames(styles.bubble, isPictured(message) && styles.pictured)}>
        <BubbleMedia message={message} />
        {message.message === '' ? null : <p className={styles.text}>{message.message}</p>}
        <span className={styles.foot}>
          {message.edited ? <span>изменено</span> : null}
          <time dateTime={message.date} title={dateTime(message.date)}>{clock(message.date)}</time>
          {isMine ? (isRead
            ? <IconChecks size={17} className={styles.read} role="img" aria-label="Прочитано" />
            : <IconCheck size={17} role="img" aria-label="Отправлено" />) : null}
        </span>
      </div>
      {isMine ? (
        <span className={styles.menu}>
          <Menu label="Действия с сообщением" items={[{ label: 'Изменить', icon: <IconPencil size={18} />, onSelect: onEdit }, { label: 'Удалить', icon: <IconTrash size={18} />, danger: true, onSelect: onDelete }]} />
        </span>
      ) : null}
    </li>
  );
}

/** A message on its way: it stands where it will be. */
export function UnsentBubble({ item, onRetry, onDiscard }: { item: Unsent; onRetry: () => void; onDiscard: () => void }) {
  const isFailed = item.state === 'failed';
  return (
    <li className={classNames(styles.line, styles.mine)}>
      <div className={styles.bubble}>
        <UnsentMedia item={item} />
        {item.text === '' ? null : <p className={styles.text}>{item.text}</p>}
        <span className={styles.foot}>
          <time dateTime={item.at}>{clock(item.at)}</time>
          {isFailed ? <IconAlertCircle size={17} className={styles.failed} role="img" aria-label="Не отправлено" /> : <IconClock size={16} role="img" aria-label="Отправляется" />}
        </span>
        {item.error === '' ? null : <p className={classNames(styles.reason, isFailed && styles.failed)} role="alert">{item.error}</p>}
        {isFailed ? <button type="button" className={styles.step} onClick={onRetry}>Повторить</button> : null}
        {isFailed || countFiles(item.files) > 0 ? <button type="button" className={styles.step} onClick={onDiscard}>{isFailed ? 'Убрать' : 'Отменить'}</button> : null}
      </div>
    </li>
  );
}
