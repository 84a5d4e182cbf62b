import { useDeferredValue, useState } from 'react';
import { FoundCount } from '#ui/feedback/found-count.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { counted } from '#lib/text/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { useOwnCommunities, useCommunities } from './api.ts';
import { CommunityRow } from './community-row.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

/** Lists all communities, with a search as the user types. */
export function CommunityDirectory() {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const found = useCommunities(query);
  const me = useMyId();
  const own = new Set(useOwnCommunities().data?.map(({ _id }) => _id));
  const communities = found.data?.pages.flatMap((page) => page.publics) ?? [];
  const total = found.data?.pages[0]?.count ?? 0;
  return (
    <Card inset="flush">
      <div className={listStyles.search} role="search">
        <SearchField
          label="Поиск групп"
          placeholder="Название или описание"
          value={typed}
          onChange={setTyped}
        />
      </div>
      <FoundCount
        className={listStyles.found}
        total={found.data && total}
        words={(count) => counted(count, ['группа', 'группы', 'групп'])}
        isAll={query === ''}
      />
      <ListState
        list={found}
        isEmpty={communities.length === 0}
        skeleton={<PeopleSkeleton rows={6} avatar={52} />}
        empty={<NoCommunities isAll={query === ''} onClear={() => setTyped('')} />}
      />
      <ul className={listStyles.rows}>
        {communities.map((community) => (
          <CommunityRow key={community._id} community={community}>
            {own.has(community._id) || me === '' ? null : (
              <SubscribeButton community={community} size="small" />
            )}
          </CommunityRow>
        ))}
      </ul>
      <MorePages list={found} skeleton={<PeopleSkeleton rows={3} avatar={52} />} />
    </Card>
  );
}
/** In place of the list: there are no communities, or none matches. */
function NoCommunities({ isAll, onClear }: { isAll: boolean; onClear: () => void }) {
  if (isAll)
    return (
      <EmptyState
        art="post"
        text="Здесь пока что ничего нет"
        action={
          <ButtonLink to="/createpublic" variant="primary">
            Создать группу
          </ButtonLink>
        }
      />
    );
  return (
    <EmptyState
      art="search"
      text="Ничего не нашли"
      more="Попробуйте другое слово из названия."
      action={<Button onClick={onClear}>Сбросить поиск</Button>}
    />
  );
}
