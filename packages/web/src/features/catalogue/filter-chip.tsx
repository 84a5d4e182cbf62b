import { IconMinus, IconPlus } from '#ui/icons.ts';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './filters.module.css';
import { gamesOf } from './words.ts';

type FilterChipProps = {
  label: { name: string; isGenre: boolean; games: number };
  /** Games must have the label, or must not have it. */
  isIn: boolean;
  isOut: boolean;
  onTurn: () => void;
};

/** A genre or a tag in the filters. */
export function FilterChip({
  label: { name, isGenre, games },
  isIn,
  isOut,
  onTurn,
}: FilterChipProps) {
  return (
    <button
      type="button"
      className={classNames(
        styles.chip,
        isGenre && styles.genre,
        isIn && styles.in,
        isOut && styles.out,
      )}
      title={gamesOf(games)}
      aria-label={`Метка: ${name}${isIn ? ', выбрана' : isOut ? ', исключена' : ''}`}
      onClick={onTurn}
    >
      {isIn ? (
        <IconPlus size={14} aria-hidden="true" />
      ) : isOut ? (
        <IconMinus size={14} aria-hidden="true" />
      ) : null}
      {name}
    </button>
  );
}
