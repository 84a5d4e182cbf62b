import { IconStarFilled } from '#ui/icons.ts';
import { Link } from 'react-router';
import type { Card } from './api.ts';
import { Cover } from './cover.tsx';
import styles from './game-tile.module.css';
import { meanOf, STATUS_WORDS, votesOf } from './words.ts';

/** A game in a list: its cover, name and rating. */
export function GameTile({ game, base }: { game: Card; base: string }) {
  return (
    <li>
      <Link to={`${base}/${game._id}`} className={styles.tile}>
        <span className={styles.picture}>
          <Cover game={game} sizes="(max-width: 500px) 46vw, 215px" />
          {game.status === null ? null : (
            <span className={styles.status}>{STATUS_WORDS[game.status]}</span>
          )}
        </span>
        <span className={styles.name}>{game.name}</span>
        <span className={styles.facts}>
          {game.votes === 0 ? (
            'Оценок пока нет'
          ) : (
            <span className={styles.rating}>
              <IconStarFilled size={14} aria-hidden="true" />
              <b>{meanOf(game)}</b>
              <span className="visually-hidden">, {votesOf(game.votes)}</span>
            </span>
          )}
          {game.genres.length === 0 ? null : (
            <span className={styles.genres}>{game.genres.slice(0, 2).join(', ')}</span>
          )}
        </span>
      </Link>
    </li>
  );
}
