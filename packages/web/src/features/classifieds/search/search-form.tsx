import type { ReactNode } from 'react';
import { AD_SORTS as SORTS } from '@respa/contract/classifieds';
import { IconSearch } from '#ui/icons.ts';
import { Card } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { GameField } from '../game-field.tsx';
import { SORT_WORDS } from '../words.ts';
import styles from './board-search.module.css';
import type { Search } from './use-board-search.ts';

const WRONG = 'Целое число рублей';
type SearchFormProps = {
  search: Search;
  /** Beside the last filter. */
  children: ReactNode;
};

/** The filters of the board. */
export function SearchForm({ search, children }: SearchFormProps) {
  const { typed, type, put, wanted, wrong } = search;
  const price = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={20}
      value={typed[name]}
      onChange={type(name)}
      error={wrong[name] ? WRONG : undefined}
    />
  );
  return (
    <Card as="div" role="search" className={styles.form}>
      <TextField
        className={styles.q}
        label="Что ищете"
        hideLabel
        type="search"
        placeholder="Название, описание или игра"
        icon={<IconSearch aria-hidden="true" />}
        value={typed.q}
        maxLength={100}
        onChange={type('q')}
      />
      <GameField value={typed.game} onChange={type('game')} />
      {price('from', 'Цена от')}
      {price('to', 'Цена до')}
      <Select
        label="Порядок"
        value={wanted.sort}
        options={SORTS.map((value) => ({ value, label: SORT_WORDS[value] }))}
        onChange={(value) => put({ sort: value === 'new' ? '' : value })}
      />
      <div className={styles.more}>
        <Checkbox
          label="Только с картинками"
          checked={wanted.pictures}
          onChange={(on) => put({ pictures: on ? 'true' : '' })}
        />
        {children}
      </div>
    </Card>
  );
}
