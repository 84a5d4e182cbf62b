import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { shorten } from '#lib/text/format.ts';
import { mediaUrl, pictureSource, type MediaFolder } from '#lib/browser/media.ts';
import { RichText } from '#ui/display/rich-text.tsx';
import { Time } from '#ui/display/time.tsx';
import { IconShare3 } from '#ui/icons.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { PictureGrid } from '#ui/media/picture-grid.tsx';
import type { ObjectCard } from './sharing-api.ts';
import styles from './object-view.module.css';

const NAMES: Record<ObjectCard['kind'], string> = {
  userpost: 'Пост',
  publicpost: 'Пост группы',
  userphoto: 'Фотография',
  video: 'Видео',
  app: 'Игра',
  ad: 'Объявление',
};
const MOST_TEXT = 500;
/** Returns the address of an object's own page. */
export const addressOf = ({ kind, _id }: Pick<ObjectCard, 'kind' | '_id'>): string =>
  kind === 'video' ? `/videohost/video/${_id}` : `/${kind}/${_id}`;

/** A thing with a picture and a name: a video, a game, an ad or a photo. */
function Thing({ card }: { card: ObjectCard }) {
  const { name = '', picture } = card.preview ?? {};
  const title = card.text || name || NAMES[card.kind];
  const src = picture && mediaUrl(picture.folder as MediaFolder, picture.name, 640);
  return (
    <Link to={addressOf(card)} className={styles.thing}>
      <span className={styles.cover}>
        {src == null ? <Avatar id={card._id} src={null} size={72} /> : <img src={src} alt="" />}
      </span>
      <span className={styles.words}>
        <span className={styles.kind}>{NAMES[card.kind]}</span>
        <span className={styles.title}>{shorten(title, 120)}</span>
        {name === '' || name === title ? null : <span className={styles.more}>{name}</span>}
      </span>
    </Link>
  );
}

/**
 * Any object of the site as a card that leads to it: of a post, its author, date, text and
 * pictures. `action` stands beside the author.
 */
export function ObjectView({ card, action }: { card: ObjectCard; action?: ReactNode }) {
  const { head, date, title, text, mentions, pictures } = card;
  if (head === undefined)
    return (
      <div className={styles.row}>
        <Thing card={card} />
        {action}
      </div>
    );
  const isPost = card.kind === 'userpost';
  const name = isPost ? displayName(head) : head.name;
  const folder = isPost ? 'userposts' : 'publicposts';
  return (
    <div className={styles.post}>
      <div className={styles.row}>
        <Link to={`/${isPost ? 'user' : 'public'}/${head.id}`} className={styles.head}>
          <Avatar
            id={head.id}
            src={mediaUrl(isPost ? 'useravatars' : 'publicavatars', head.avatarUrl, 160)}
            size={36}
          />
          <span className={styles.name}>{name}</span>
        </Link>
        {action}
      </div>
      {title === undefined ? null : <p className={styles.title}>{title}</p>}
      {text === '' ? null : (
        <p className={styles.text}>
          <RichText text={text} mentions={mentions} short={MOST_TEXT} />
        </p>
      )}
      {card.isRepost === true ? (
        <p className={styles.kind}>
          <IconShare3 size={16} aria-hidden="true" /> Внутри — чужая запись
        </p>
      ) : null}
      <PictureGrid
        pictures={pictures.map((picture, at) =>
          pictureSource(folder, picture, `Картинка ${at + 1} из поста, ${name}`),
        )}
      />
      <Link to={addressOf(card)} className={styles.open}>
        {date === undefined ? null : <Time value={date} />} · Открыть пост
      </Link>
    </div>
  );
}
