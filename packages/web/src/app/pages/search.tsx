import { useEffect, useState } from 'react';
import {
  useFoundOf,
  useSuggestions,
  type SearchKind,
  type Suggestion,
} from '#features/home/parts.ts';
import { FoundPosts } from '#features/search/parts.ts';
import { useAddressParams } from '#lib/navigation/address-params.ts';
import { useSettled } from '#lib/network/settled.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { PeopleSkeleton, PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Columns, Stack } from '#ui/layout/columns.tsx';
import { ListRow } from '#ui/layout/list-row.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';

const TABS = [
  { value: 'all', label: 'Всё' },
  { value: 'people', label: 'Люди' },
  { value: 'posts', label: 'Посты' },
  { value: 'articles', label: 'Посты групп' },
  { value: 'groups', label: 'Группы' },
  { value: 'videos', label: 'Видео' },
  { value: 'games', label: 'Игры' },
  { value: 'board', label: 'Объявления' },
] as const;
type Chosen = (typeof TABS)[number]['value'];
/** Where each kind has a page of its own that goes on with the search. */
const KINDS: Partial<Record<Chosen, { kind: SearchKind; page: string }>> = {
  people: { kind: 'Люди', page: '/users' },
  groups: { kind: 'Группы', page: '/publics' },
  videos: { kind: 'Видео', page: '/videohost' },
  games: { kind: 'Игры', page: '/games' },
  board: { kind: 'Объявления', page: '/ad/main' },
};

function Rows({ found }: { found: readonly Suggestion[] }) {
  return (
    <ul className={listStyles.rows}>
      {found.map(({ to, title, text, picture }) => (
        <ListRow key={to} to={to} picture={picture} title={title} text={text} />
      ))}
    </ul>
  );
}
/** What one kind of things has, and the way to its own page for more. */
function FoundThings({ q, kind, page }: { q: string; kind: SearchKind; page: string }) {
  const list = useFoundOf(kind, q);
  const found = list.data ?? [];
  return (
    <Card inset="flush">
      <ListState
        list={list}
        isEmpty={found.length === 0}
        skeleton={<PeopleSkeleton rows={4} avatar={52} />}
        empty={<EmptyState art="search" text="Ничего не нашлось" />}
      />
      <Rows found={found} />
      <p className={listStyles.search}>
        <ButtonLink to={`${page}?q=${encodeURIComponent(q)}`} wide>
          Открыть раздел «{kind}»
        </ButtonLink>
      </p>
    </Card>
  );
}
/** The first things of every kind, and posts below them. A tag is looked for in posts only. */
function FoundAll({ q }: { q: string }) {
  const isTag = q.startsWith('#');
  const sections = useSuggestions(isTag ? '' : q);
  // Shown together, so that nothing moves.
  if (sections === null && !isTag) return <PostsSkeleton posts={2} picture={false} />;
  return (
    <Stack>
      {sections?.map(({ label, found }) => (
        <Card key={label} inset="flush">
          <div className={listStyles.title}>
            <CardHead title={label} />
          </div>
          <Rows found={found} />
        </Card>
      ))}
      <FoundPosts
        q={q}
        {...(sections === null || sections.length === 0
          ? {}
          : { empty: 'Постов с этими словами нет' })}
      />
    </Stack>
  );
}

function Found({ q, chosen }: { q: string; chosen: Chosen }) {
  if (q === '')
    return (
      <Card>
        <EmptyState
          art="search"
          text="Что ищем?"
          more="Люди, посты, группы, видео, игры и объявления. Тег пишите с решёткой: #рейд"
        />
      </Card>
    );
  const own = KINDS[chosen];
  if (own !== undefined) return <FoundThings q={q} {...own} />;
  if (chosen === 'all') return <FoundAll q={q} />;
  return <FoundPosts q={q} kind={chosen === 'posts' ? 'userpost' : 'publicpost'} />;
}

/** The search of the whole site. What is looked for, and where, is in the address. */
export function Search() {
  const { address, put } = useAddressParams();
  const q = (address.get('q') ?? '').trim();
  usePageTitle(q === '' ? 'Поиск' : `${q} — поиск`);
  const [typed, setTyped] = useState(q);
  const [sent, setSent] = useState(q);
  // A tag on the page leads to another search.
  if (q !== sent) {
    setSent(q);
    if (q !== typed.trim()) setTyped(q);
  }
  const settled = useSettled(typed.trim());
  useEffect(() => {
    if (settled !== q && settled === typed.trim()) put({ q: settled });
    // Only what was typed changes the address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  const chosen = TABS.find(({ value }) => value === address.get('tab'))?.value ?? 'all';
  return (
    <Columns>
      <PageHead title="Поиск" />
      <Card>
        <SearchField
          label="Поиск по Респе"
          placeholder="Люди, посты, #теги"
          maxLength={200}
          value={typed}
          onChange={setTyped}
          autoFocus={q === ''}
        />
      </Card>
      <Tabs
        label="Где искать"
        tabs={TABS}
        value={chosen}
        onChange={(value) => put({ tab: value === 'all' ? '' : value })}
      >
        <Found q={q} chosen={chosen} />
      </Tabs>
    </Columns>
  );
}
