type FoundCountProps = {
  className?: string | undefined;
  /** The total; undefined while it loads. */
  total: number | undefined;
  /** The total in words: '3 группы'. */
  words: (total: number) => string;
  /** Nothing was looked for: the list is whole. */
  isAll: boolean;
};

/**
 * The line above a list that says how much there is. It keeps its height while the total loads, and
 * says nothing above an empty list, which speaks for itself.
 */
export function FoundCount({ className, total, words, isAll }: FoundCountProps) {
  return (
    <p className={className} role="status">
      {total === undefined || total === 0
        ? '\u00a0'
        : `${isAll ? 'Всего' : 'Найдено'}: ${words(total)}`}
    </p>
  );
}
