import type { RefObject } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { IconSearch, IconWorldSearch } from '#ui/icons.ts';
import type { useSuggestions } from './api.ts';
import { siteSearch, webSearch } from './web-search.ts';
import styles from './search-box.module.css';

type SuggestionListProps = {
  list: RefObject<HTMLDivElement | null>;
  id: string;
  sections: NonNullable<ReturnType<typeof useSuggestions>>;
  /** The links of all suggestions, in their order. */
  options: readonly string[];
  /** The link of the chosen suggestion; empty means the typed text. */
  chosen: string;
  text: string;
  onClose: () => void;
};
/** The suggestions below the search field. */
export function SuggestionList({
  list,
  id,
  sections,
  options,
  chosen,
  text,
  onClose,
}: SuggestionListProps) {
  const web = webSearch(text);
  const site = siteSearch(text);
  const option = (key: string) => ({
    id: `${id}-${options.indexOf(key)}`,
    role: 'option',
    'aria-selected': key === chosen,
    tabIndex: -1,
    className: classNames(styles.option, key === chosen && styles.active),
    // Keeps the focus in the field.
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick: onClose,
  });
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Подсказки" className={styles.list}>
      {sections.map(({ label, found }) => (
        <div key={label} role="group" aria-label={label}>
          <p className={styles.label} aria-hidden="true">
            {label}
          </p>
          {found.map(({ to, title, text: more, picture }) => (
            <Link key={to} to={to} {...option(to)}>
              <Avatar {...picture} size={36} />
              <span className={styles.words}>
                <span className={styles.title}>{title}</span>
                {more === '' ? null : <span className={styles.text}>{more}</span>}
              </span>
            </Link>
          ))}
        </div>
      ))}
      <Link to={site} {...option(site)}>
        <span className={styles.web}>
          <IconSearch size={20} aria-hidden="true" />
        </span>
        <span className={styles.words}>
          <span className={styles.title}>Всё на Респе: {text}</span>
        </span>
      </Link>
      <a href={web} target="_blank" rel="noopener noreferrer" {...option(web)}>
        <span className={styles.web}>
          <IconWorldSearch size={20} aria-hidden="true" />
        </span>
        <span className={styles.words}>
          <span className={styles.title}>Найти в интернете: {text}</span>
        </span>
      </a>
    </div>
  );
}
