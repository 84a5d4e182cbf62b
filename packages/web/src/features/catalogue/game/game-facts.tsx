import { IconDownload, IconMessage2 } from '#ui/icons.ts';
import { count as formatCount, counted } from '#lib/text/format.ts';
import { Stars } from '#ui/display/stars.tsx';
import type { Game } from '../api.ts';
import styles from './game-head.module.css';
import { meanOf, votesOf } from '../words.ts';

/** The rating of a game, its version, its downloads and its comments. */
export function GameFacts({ game }: { game: Game }) {
  return (
    <p className={styles.facts}>
      <span className={styles.rating}>
        <Stars
          value={game.rating}
          label={game.votes === 0 ? 'Оценок пока нет' : `Оценка ${meanOf(game)} из 5`}
        />
        <span>
          {game.votes === 0 ? (
            'оценок пока нет'
          ) : (
            <>
              <b>{meanOf(game)}</b> · {votesOf(game.votes)}
            </>
          )}
        </span>
      </span>
      <span>Версия {game.version}</span>
      {game.file === null ? null : (
        <span>
          <IconDownload size={16} aria-hidden="true" />
          {counted(game.downloads, ['скачивание', 'скачивания', 'скачиваний'])}
        </span>
      )}
      <span>
        <IconMessage2 size={16} aria-hidden="true" />
        {formatCount(game.commentsCount)}
      </span>
    </p>
  );
}
