import { memo } from 'react';
import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '#ui/icons.ts';
import { FORWARDED } from '@respa/contract/limits';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names.ts';
import { clock, dateTime } from '#lib/format.ts';
import { AuthorFace, AuthorName } from './author.tsx';
import { BubbleMedia, isPictured, UnsentMedia } from './bubble-media.tsx';
import { useLinkCard } from './link-card.tsx';
import { MessageMenu, useMenuPress } from './message-menu.tsx';
import { MessageText } from './message-text.tsx';
import { countFiles } from '../composer/outbox-files.ts';
import type { Unsent } from '../composer/outbox.ts';
import { Quote, textOf } from './quote.tsx';
import { Reactions } from '../reactions/reactions.tsx';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import type { Message } from '../rooms/room-state.ts';
import styles from './bubble.module.css';

export type MessageActions = {
  edit: (message: Message) => void;
  remove: (message: Message) => void;
};
type BubbleProps = {
  message: Message;
  isMine: boolean;
  isRead: boolean;
  isFirst: boolean;
  /**
   * The author is shown beside the first bubble of a run, because in a group chat it is not
   * obvious.
   */
  isSigned: boolean;
  actions: MessageActions;
};

export const Bubble = memo(function Bubble({
  message,
  isMine,
  isRead,
  isFirst,
  isSigned,
  actions,
}: BubbleProps) {
  const press = useMenuPress();
  const { chosen, choose } = useRoomExtras();
  const { card, text } = useLinkCard(message);
  const isChosen = chosen?.includes(message._id) === true;
  const turn = () =>
    choose(
      isChosen
        ? chosen.filter((id) => id !== message._id)
        : [...(chosen ?? []), message._id].slice(0, FORWARDED.messages),
    );
  return (
    <li
      className={classNames(
        styles.line,
        isMine && styles.mine,
        isFirst && styles.first,
        isChosen && styles.chosen,
      )}
      data-message={message._id}
      {...press}
    >
      {chosen === null ? null : (
        <label className={styles.choice}>
          <input type="checkbox" checked={isChosen} onChange={turn} />
          <span className="visually-hidden">{`Выбрать: ${message.name}, ${textOf(message)}`}</span>
        </label>
      )}
      {isSigned ? <AuthorFace message={message} isFirst={isFirst} /> : null}
      <div
        className={classNames(
          styles.bubble,
          isPictured(message) && styles.pictured,
          card !== null && styles.carded,
          message.reactions.length > 0 && styles.felt,
          isSigned && isFirst && styles.named,
        )}
      >
        {isSigned && isFirst ? <AuthorName message={message} /> : null}
        {message.forwarded === null ? null : (
          <span className={styles.forwarded}>
            Переслано от{' '}
            <Link
              to={`/user/${message.forwarded.user}`}
            >{`${message.forwarded.name} ${message.forwarded.surname}`}</Link>
          </span>
        )}
        {message.replyTo === null ? null : <Quote quoted={message.replyTo} />}
        <BubbleMedia message={message} />
        {text === '' ? null : (
          <MessageText
            className={styles.text}
            message={{ message: text, mentions: message.mentions }}
          />
        )}
        {card}
        <Reactions message={message} />
        <span className={styles.foot}>
          {message.edited ? <span>изменено</span> : null}
          <time dateTime={message.date} title={dateTime(message.date)}>
            {clock(message.date)}
          </time>
          {isMine ? (
            isRead ? (
              <IconChecks size={17} className={styles.read} role="img" aria-label="Прочитано" />
            ) : (
              <IconCheck size={17} role="img" aria-label="Отправлено" />
            )
          ) : null}
        </span>
      </div>
      {chosen === null ? (
        <span className={styles.menu}>
          <MessageMenu message={message} actions={actions} />
        </span>
      ) : null}
    </li>
  );
});

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
  const { card, text } = useLinkCard({ message: item.text, mentions: [] });
  const isFailed = item.state === 'failed';
  return (
    <li className={classNames(styles.line, styles.mine)}>
      <div className={styles.bubble}>
        <UnsentMedia item={item} />
        {text === '' ? null : <p className={styles.text}>{text}</p>}
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
