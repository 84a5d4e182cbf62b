import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { IconSearch, IconWorldSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names.ts';
import { Avatar } from '#ui/avatar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useSuggestions } from './api.ts';
import styles from './search-box.module.css';

const PAUSE_MS = 200;
const MAX_LENGTH = 300;
const webSearch = (text: string) => `https://yandex.ru/search/?text=${encodeURIComponent(text)}`;

/** Looks on the web with Enter and on this site while one types: a combobox whose suggestions are reached by the arrows. */
export function SearchBox() {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The place in the list, or −1: what is typed.
  const [place, setPlace] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const text = typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const sections = useSuggestions(query);
  const isShown = isOpen && text !== '' && sections !== null;
  const options = isShown ? sections.reduce((sum, { found }) => sum + found.length, 1) : 0;
  const active = place < options ? place : -1;
  const optionId = (at: number) => `${id}-${at}`;
  const optionAt = (at: number) => list.current?.querySelectorAll<HTMLElement>('[role="option"]')[at];
  // Another list has other things at the same places.
  useEffect(() => setPlace(-1), [sections]);
  useEffect(() => {
    // Newer browsers answer a promise, which React would take for the effect's end.
    void optionAt(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const change = (value: string) => {
    setTyped(value);
    setPlace(-1);
    setOpen(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = optionAt(active);
    if (active >= 0 && chosen) return chosen.click();
    if (text === '') return;
    window.open(webSearch(text), '_blank', 'noopener,noreferrer');
    setOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (isShown) setOpen(false);
      else setTyped('');
      setPlace(-1);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && text !== '') {
      event.preventDefault();
      setOpen(true);
      const turns = options + 1;
      if (options > 0) setPlace(((active + 1 + (event.key === 'ArrowDown' ? 1 : turns - 1)) % turns) - 1);
    }
  };
  const option = (at: number) => ({
    id: optionId(at), role: 'option', 'aria-selected': at === active, tabIndex: -1, className: classNames(styles.option, at === active && styles.active),
    // The field keeps the focus.
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(), onClick: () => setOpen(false),
  });
  let at = -1;
  return (
    <form role="search" className={styles.box} onSubmit={submit} onBlur={(event) => { if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false); }}>
      <TextField
        label="Поиск" hideLabel placeholder="Найти в интернете и на Респе" icon={<IconSearch aria-hidden="true" />} enterKeyHint="search" autoComplete="off" maxLength={MAX_LENGTH}
        role="combobox" aria-autocomplete="list" aria-expanded={isShown} aria-controls={isShown ? `${id}-list` : undefined} aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        value={typed} onChange={change} onKeyDown={press} onFocus={() => setOpen(true)}
      />
      {isShown ? (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label="Подсказки" className={styles.list}>
          {sections.map(({ label, found }) => (
            <div key={label} role="group" aria-label={label}>
              <p className={styles.label} aria-hidden="true">{label}</p>
              {found.map(({ to, title, text: more, picture }) => {
                at += 1;
                return (
                  <Link key={to} to={to} {...option(at)}>
                    <Avatar {...picture} size={36} />
                    <span className={styles.words}><span className={styles.title}>{title}</span>{more === '' ? null : <span className={styles.text}>{more}</span>}</span>
                  </Link>
                );
              })}
            </div>
          ))}
          <a href={webSearch(text)} target="_blank" rel="noopener noreferrer" {...option(at + 1)}>
            <span className={styles.web}><IconWorldSearch size={20} aria-hidden="true" /></span>
            <span className={styles.words}><span className={styles.title}>Найти в интернете: {text}</span></span>
          </a>
        </div>
      ) : null}
      <p className="visually-hidden" role="status">{isShown ? `Подсказок: ${options}` : ''}</p>
    </form>
  );
}
