import { SearchField } from '#ui/forms/search-field.tsx';
import {
  IconFolderPlus,
  IconLayoutGrid,
  IconList,
  IconSortAscending,
  IconSortDescending,
} from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Select, type Option } from '#ui/forms/select.tsx';
import type { Sort } from './api.ts';
import type { Choice } from './view-choice.ts';
import styles from './toolbar.module.css';

const SORTS: Option<Sort>[] = [
  { value: 'name', label: 'По имени' },
  { value: 'date', label: 'По дате' },
  { value: 'size', label: 'По размеру' },
  { value: 'type', label: 'По типу' },
];
type ToolbarProps = {
  query: string;
  onQuery: (query: string) => void;
  choice: Choice;
  onChoice: (change: Partial<Choice>) => void;
  onNewFolder: () => void;
};

/** Search, order and layout of the list, and a new folder. */
export function Toolbar({
  query,
  onQuery,
  choice: { look, sort, order },
  onChoice,
  onNewFolder,
}: ToolbarProps) {
  const isUp = order === 'asc';
  return (
    <div className={styles.bar}>
      <div role="search" className={styles.search}>
        <SearchField
          label="Поиск в облаке"
          placeholder="Поиск в облаке"
          value={query}
          onChange={onQuery}
        />
      </div>
      <Select
        label="Порядок"
        hideLabel
        value={sort}
        options={SORTS}
        onChange={(value) => onChoice({ sort: value })}
        className={styles.sort}
      />
      <IconButton
        variant="quiet"
        size="large"
        label={isUp ? 'По возрастанию' : 'По убыванию'}
        icon={isUp ? <IconSortAscending /> : <IconSortDescending />}
        onClick={() => onChoice({ order: isUp ? 'desc' : 'asc' })}
      />
      <IconButton
        variant="quiet"
        size="large"
        label={look === 'grid' ? 'Показать списком' : 'Показать плитками'}
        icon={look === 'grid' ? <IconList /> : <IconLayoutGrid />}
        onClick={() => onChoice({ look: look === 'grid' ? 'list' : 'grid' })}
      />
      <IconButton
        variant="quiet"
        size="large"
        label="Новая папка"
        icon={<IconFolderPlus />}
        onClick={onNewFolder}
      />
    </div>
  );
}
