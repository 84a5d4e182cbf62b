import { GENRES } from '@respa/contract/catalogue';
import { classNames } from '#lib/browser/class-names.ts';
import filterStyles from '../filters.module.css';
import styles from './game-form.module.css';

/** Selects the genres of a game. */
export function GenreChoice({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}) {
  return (
    <div>
      <p className={styles.caption} id="genres">
        Жанры
      </p>
      <div className={filterStyles.row} role="group" aria-labelledby="genres">
        {GENRES.map((genre) => {
          const isIn = value.includes(genre);
          return (
            <button
              key={genre}
              type="button"
              aria-pressed={isIn}
              aria-label={`Жанр: ${genre}`}
              className={classNames(filterStyles.chip, filterStyles.genre, isIn && filterStyles.in)}
              onClick={() =>
                onChange(isIn ? value.filter((one) => one !== genre) : [...value, genre])
              }
            >
              {genre}
            </button>
          );
        })}
      </div>
    </div>
  );
}
