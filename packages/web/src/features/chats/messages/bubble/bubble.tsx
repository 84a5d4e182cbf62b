import { memo, type PointerEvent } from 'react';
import { FORWARDED } from '@respa/contract/limits';
import { LinkSlot } from '#features/links/parts.ts';
import { PollSlot } from '#features/polls/parts.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { AuthorFace, AuthorName } from './author.tsx';
import { BubbleMedia, isPictured } from './bubble-media.tsx';
import { useSwipeReply } from '../use-swipe-reply.ts';
import { FileCards } from './file-cards.tsx';
import { isLoneEmoji } from '../message-rules.ts';
import { useLinkCard } from './link-card.tsx';
import { MENU_BUTTON, MessageMenu } from '../message-menu.tsx';
import { useMenuPress } from '#ui/overlays/menu-press.ts';
import { FormattedText } from '../../message-text/formatted-text.tsx';
import { Quote, textOf } from './quote.tsx';
import { StickerPicture } from './sticker-picture.tsx';
import { Reactions } from '../../reactions/reactions.tsx';
import { useRoomExtras } from '../../rooms/room-extras.tsx';
import type { Message } from '../../rooms/room-state.ts';
import { BubbleFoot } from './bubble-foot.tsx';
import { ForwardedFrom } from './forwarded-from.tsx';
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

type Pointers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
>;
/** Returns handlers that call those of the menu and those of the swipe. */
const together = (press: Pointers, swipe: Pointers): Pointers => {
  const both = (name: keyof Pointers) => (event: PointerEvent<HTMLElement>) => {
    press[name](event);
    swipe[name](event);
  };
  return {
    onPointerDown: both('onPointerDown'),
    onPointerMove: both('onPointerMove'),
    onPointerUp: both('onPointerUp'),
    onPointerCancel: both('onPointerCancel'),
  };
};

export const Bubble = memo(function Bubble({
  message,
  isMine,
  isRead,
  isFirst,
  isSigned,
  actions,
}: BubbleProps) {
  const press = useMenuPress(MENU_BUTTON);
  const { chosen, choose, mayWrite, answer } = useRoomExtras();
  const swipe = useSwipeReply(mayWrite && chosen === null ? () => answer(message) : null);
  const { card, text, formatting } = useLinkCard(message);
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
      {...together(press, swipe)}
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
          message.sticker !== null && styles.bare,
          (card !== null || message.link !== undefined) && styles.carded,
          message.poll !== null && styles.polled,
          message.reactions.length > 0 && styles.felt,
          isSigned && isFirst && styles.named,
        )}
      >
        {isSigned && isFirst ? <AuthorName message={message} /> : null}
        {message.forwarded === null ? null : <ForwardedFrom author={message.forwarded} />}
        {message.replyTo === null ? null : <Quote quoted={message.replyTo} />}
        {message.sticker === null ? null : (
          <StickerPicture sticker={message.sticker} author={message.name} />
        )}
        <BubbleMedia message={message} />
        <FileCards message={message} />
        {message.poll === null ? null : <PollSlot poll={message.poll} isLive />}
        {text === '' || message.poll !== null ? null : (
          <p className={classNames(styles.text, isLoneEmoji(text) && styles.lone)}>
            <FormattedText text={text} mentions={message.mentions} formatting={formatting} />
          </p>
        )}
        {message.link === undefined ? (
          card
        ) : (
          <div className={styles.link}>
            <LinkSlot
              of={{ kind: 'message', id: message._id }}
              link={message.link}
              isMine={isMine}
            />
          </div>
        )}
        <Reactions message={message} />
        <BubbleFoot message={message} isMine={isMine} isRead={isRead} />
      </div>
      {chosen === null ? (
        <span className={styles.menu}>
          <MessageMenu message={message} actions={actions} />
        </span>
      ) : null}
    </li>
  );
});
