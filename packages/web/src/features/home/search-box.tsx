import { useId } from 'react';
import { part } from '#lib/browser/part.tsx';
import { IconSearch } from '#ui/icons.ts';
import { TextField } from '#ui/forms/text-field.tsx';
import { useSearchBox } from './use-search-box.ts';
import styles from './search-box.module.css';

const SuggestionList = part(async () => (await import('./suggestion-list.tsx')).SuggestionList);
const MAX_LENGTH = 300;
/**
 * Searches the web on Enter and this site while the user types: a combobox whose suggestions are
 * reached with the arrow keys.
 */
export function SearchBox() {
  const id = useId();
  const { typed, text, shown, options, active, chosen, list, setOpen, change, submit, press } =
    useSearchBox();
  return (
    <form role="search" className={styles.box} onSubmit={submit}>
      <TextField
        label="Поиск"
        hideLabel
        placeholder="Найти в интернете и на Респе"
        icon={<IconSearch aria-hidden="true" />}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={MAX_LENGTH}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown !== null}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        value={typed}
        onChange={change}
        onKeyDown={press}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      {shown ? (
        <SuggestionList
          list={list}
          id={id}
          sections={shown}
          options={options}
          chosen={chosen}
          text={text}
          onClose={() => setOpen(false)}
        />
      ) : null}
      <p className="visually-hidden" role="status">
        {shown ? `Подсказок: ${options.length}` : ''}
      </p>
    </form>
  );
}
