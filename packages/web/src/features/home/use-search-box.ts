import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { siteSearch, webSearch } from './web-search.ts';
import { useSuggestions } from './api.ts';

// In ms: the pause in typing after which suggestions are requested.
const PAUSE_MS = 200;

/** Holds what is typed into the search, its suggestions, and which of them is chosen. */
export function useSearchBox() {
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
  const shown = isOpen && text !== '' ? sections : null;
  const web = webSearch(text);
  const options = shown
    ? [...shown.flatMap(({ found }) => found.map(({ to }) => to)), siteSearch(text), web]
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
      if (shown !== null) setOpen(false);
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
  return {
    typed,
    text,
    /** The suggestions while they are visible; null otherwise. */
    shown,
    options,
    active,
    chosen,
    list,
    setOpen,
    change,
    submit,
    press,
  };
}
