import { Link } from 'react-router';
import { FRIEND_WORDS, STATUS_WORDS } from '#features/catalogue/parts.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import type { Facts } from './api.ts';
import styles from './facts-blocks.module.css';

const MOST = 6;
/**
 * The games of a person, those they play first. Nothing on others' pages if there are none or the
 * owner does not show them.
 */
export function GamesBlock({ games, isMine }: { games: Facts['games']; isMine: boolean }) {
  if (!isMine && games.shown.length === 0) return null;
  const words = isMine ? STATUS_WORDS : FRIEND_WORDS;
  return (
    <Card>
      <CardHead title="Игры" count={games.count} {...(isMine ? { to: '/games?part=mine' } : {})} />
      {games.shown.length === 0 ? (
        <EmptyState
          small
          art="game"
          text="Во что вы играете?"
          more="Отметьте игры, и мы подскажем, с кем играть вместе."
          action={
            <ButtonLink to="/games" size="small" variant="soft">
              Выбрать игры
            </ButtonLink>
          }
        />
      ) : (
        <ul className={styles.games}>
          {games.shown.slice(0, MOST).map((game) => (
            <li key={game._id}>
              <Link to={`/app/${game._id}`} className={styles.game}>
                <Avatar
                  id={game._id}
                  src={
                    game.preview === null ? null : mediaUrl('gamepreviews', game.preview.name, 160)
                  }
                  size={44}
                />
                <span className={styles.words}>
                  <span className={styles.name}>{game.name}</span>
                  <span className={styles.text}>{words[game.status]}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
