import { sizeOf } from '#lib/text/format.ts';
import { ItemIcon } from '../item-icon.tsx';
import type { Thing } from '../api.ts';
import styles from './move-dialog.module.css';

type PickerRowProps = {
  thing: Thing;
  isChosen: boolean;
  /** No further file can be chosen. */
  isFull: boolean;
  onToggle: () => void;
  onOpen: () => void;
};
/** A folder that opens, or a file that can be chosen. */
export function PickerRow({ thing, isChosen, isFull, onToggle, onOpen }: PickerRowProps) {
  const icon = <ItemIcon thing={thing} size="row" />;
  if (thing.type === 'folder')
    return (
      <button type="button" className={styles.folder} onClick={onOpen}>
        {icon}
        {thing.name}
      </button>
    );
  return (
    <label className={styles.folder}>
      {icon}
      <span className={styles.title}>
        {thing.name}
        <small>{sizeOf(thing.size)}</small>
      </span>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isFull && !isChosen}
        onChange={onToggle}
      />
    </label>
  );
}
