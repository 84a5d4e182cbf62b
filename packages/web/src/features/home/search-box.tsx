import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { IconSearch } from '#ui/icons.ts';
import { TextField } from '#ui/forms/text-field.tsx';
import { SuggestionList, webSearch } from './suggestion-list.tsx';
import { useSuggestions } from './api.ts';
import styles from './search-box.module.css';

const PAUSE_MS = 200;
const MAX_LENGTH = 300;
/**
 * Searches the web on Enter and this site while the user types: a combobox whose suggestions are
 * reached with the arrow keys.
 */
export function SearchBox() {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The link of the chosen suggestion; empty means the typed text.
  const [chosen, setChosen] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const text = typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const sections = useSuggestions(query);
  const isShown = isOpen && text !== '' && sections !== null;
  const web = webSearch(text);
  const options = isShown
    ? [...sections.flatMap(({ found }) => found.map(({ to }) => to)), web]
    : [];
  const active = options.indexOf(chosen);
  const optionAt = (at: number) =>
    list.current?.querySelectorAll<HTMLElement>('[role="option"]')[at];
  useEffect(() => {
    // Newer browsers return a promise, which React would treat as the effect's cleanup.
    optionAt(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const change = (value: string) => {
    setTyped(value);
    setChosen('');
    setOpen(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const option = optionAt(active);
    if (option) return option.click();
    if (text === '') return;
    window.open(web, '_blank', 'noopener,noreferrer');
    setOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (isShown) setOpen(false);
      else setTyped('');
      setChosen('');
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && text !== '') {
      event.preventDefault();
      setOpen(true);
      // Cycles through the list and, once per cycle, the typed text.
      const turns = options.length + 1;
      setChosen(
        options[((active + 1 + (event.key === 'ArrowDown' ? 1 : turns - 1)) % turns) - 1] ?? '',
      );
    }
  };
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
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        value={typed}
        onChange={change}
        onKeyDown={press}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      {isShown ? (
        <SuggestionList
          list={list}
          id={id}
          sections={sections}
          options={options}
          chosen={chosen}
          text={text}
          onClose={() => setOpen(false)}
        />
      ) : null}
      <p className="visually-hidden" role="status">
        {isShown ? `Подсказок: ${options.length}` : ''}
      </p>
    </form>
  );
}
