import { useRef, useState, type FormEvent } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { CATEGORIES } from '@respa/contract/videohost';
import { classNames } from '#lib/browser/class-names.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Select } from '#ui/forms/select.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { useOwnChannels } from './api.ts';
import { useMyId } from '#lib/network/session.ts';
import styles from './host-nav.module.css';

const PLACES = [
  ['/videohost', 'Главная'],
  ['/videohost/recommended/videos', 'Рекомендованные видео'],
  ['/videohost/recommended/channels', 'Рекомендованные каналы'],
  ['/videohost/new', 'Новое'],
  ['/videohost/popular', 'Популярное'],
  ['/videohost/interesting', 'Интересное'],
  ['/videohost/subscribes', 'Подписки'],
] as const;
const KEPT = [
  ['/videohost/history', 'История'],
  ['/videohost/later', 'Посмотреть позже'],
  ['/videohost/playlists', 'Плейлисты'],
] as const;

/**
 * The video host's navigation: its sections, its search, its categories, and a link to the member's
 * own channel.
 */
export function HostNav() {
  const own = useOwnChannels();
  const me = useMyId();
  const mine = own.data?.find(({ admin }) => admin === me);
  const chip = ({ isActive }: { isActive: boolean }) =>
    classNames(styles.chip, isActive && styles.here);
  return (
    <header className={styles.head}>
      <div className={styles.top}>
        <SearchForm />
        {own.data === undefined ? (
          <span className={styles.slot} />
        ) : mine === undefined ? (
          <ButtonLink to="/videohost/create/channel" variant="primary">
            Создать канал
          </ButtonLink>
        ) : (
          <ButtonLink to={`/videohost/channel/${mine._id}`}>Мой канал</ButtonLink>
        )}
        {own.data !== undefined && own.data.length > 0 ? (
          <ButtonLink to="/videohost/create/video" variant="primary">
            Новое видео
          </ButtonLink>
        ) : null}
      </div>
      <SectionSelect />
      <nav aria-label="Видео" className={styles.chips}>
        {[...PLACES, ...KEPT].map(([to, label]) => (
          <NavLink key={to} to={to} end className={chip}>
            {label}
          </NavLink>
        ))}
      </nav>
      <nav aria-label="Категории" className={styles.chips}>
        {CATEGORIES.map((name) => (
          <NavLink
            key={name}
            to={`/videohost/category/${encodeURIComponent(name)}`}
            className={chip}
          >
            {name}
          </NavLink>
        ))}
      </nav>
    </header>
  );
}
const OPTIONS = [
  ...PLACES,
  ...KEPT,
  ...CATEGORIES.map((name) => [`/videohost/category/${encodeURIComponent(name)}`, name] as const),
].map(([value, label]) => ({ value, label }));
/** The same sections as a select for phones, where the list would fill the screen. */
function SectionSelect() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const here =
    OPTIONS.find(
      ({ value }) =>
        value === pathname || (value === '/videohost' && pathname === '/videohost/main'),
    )?.value ?? '';
  return (
    <Select
      className={styles.select}
      label="Раздел"
      hideLabel
      placeholder="Разделы"
      value={here}
      options={OPTIONS}
      onChange={(to) => void navigate(to)}
    />
  );
}
function SearchForm() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isChannels = /^\/videohost\/(?:channelsearch|recommended\/channels|subscribes)/.test(
    pathname,
  );
  const [typed, setTyped] = useState(() =>
    decodeURIComponent(/^\/videohost\/(?:channel)?search\/([^/]+)/.exec(pathname)?.[1] ?? ''),
  );
  const [isEmpty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = typed.trim();
    setEmpty(words === '');
    if (words === '') field.current?.focus();
    else
      void navigate(
        `/videohost/${isChannels ? 'channelsearch' : 'search'}/${encodeURIComponent(words)}`,
      );
  };
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <SearchField
        label={isChannels ? 'Поиск каналов' : 'Поиск видео'}
        placeholder={isChannels ? 'Найти канал' : 'Найти видео'}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setEmpty(false);
        }}
        error={isEmpty ? 'Введите, что искать' : undefined}
        ref={field}
      />
      <Button type="submit">Найти</Button>
    </form>
  );
}
