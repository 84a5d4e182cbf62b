import { useParams } from 'react-router';
import { FriendsList, RequestsList, useFriendCounts } from '#features/friends/parts.ts';
import {
  BlockListCard,
  FilterSheet,
  SuggestedPeople,
  usePeopleFilters,
} from '#features/people/parts.ts';
import { useAddressParams } from '#lib/navigation/address-params.ts';
import { useMyId } from '#lib/network/session.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useIsWide } from '#lib/browser/use-wide.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Columns, Stack } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { FilterFields, writeTo } from './people/people-tools.tsx';
import styles from './people/people.module.css';

const LISTS = ['friends', 'incoming', 'outgoing', 'blocked'] as const;
type List = (typeof LISTS)[number];
const TITLES: Record<List, string> = {
  friends: 'Друзья',
  incoming: 'Заявки',
  outgoing: 'Мои заявки',
  blocked: 'Чёрный список',
};
const MOST_ASIDE = 4;

export function Friends() {
  const { id = '' } = useParams();
  const isMine = useMyId() === id;
  usePageTitle('Друзья');
  return isMine ? <OwnFriends id={id} key={id} /> : <OthersFriends id={id} key={id} />;
}

function OthersFriends({ id }: { id: string }) {
  const isWide = useIsWide();
  const filters = usePeopleFilters();
  return (
    <Columns aside={isWide ? <FilterCard filters={filters} /> : undefined}>
      <PageHead title="Друзья" />
      <Found id={id} filters={filters} isWide={isWide} />
    </Columns>
  );
}

/** The member's friends, requests and blocked people, each list with an address of its own. */
function OwnFriends({ id }: { id: string }) {
  const isWide = useIsWide();
  const filters = usePeopleFilters();
  const counts = useFriendCounts(true).data;
  const { address, set } = useAddressParams();
  const list = LISTS.find((one) => one === address.get('list')) ?? 'friends';
  const suggested = isWide ? (
    <SuggestedPeople look="aside" most={MOST_ASIDE} hasHint />
  ) : (
    <SuggestedPeople look="strip" hasHint />
  );
  return (
    <Stack>
      <PageHead title="Друзья" />
      <Tabs
        label="Друзья и заявки"
        tabs={LISTS.map((value) => ({ value, label: TITLES[value], count: counts?.[value] }))}
        value={list}
        onChange={(value) => set(value === 'friends' ? {} : { list: value })}
        aside={
          isWide ? (
            <div className={styles.aside}>
              {list === 'friends' ? <FilterCard filters={filters} /> : null}
              {suggested}
            </div>
          ) : (
            false
          )
        }
      >
        <Stack>
          {!isWide && list === 'friends' && filters.isAll ? suggested : null}
          {list === 'friends' ? (
            <Found id={id} filters={filters} isWide={isWide} />
          ) : list === 'blocked' ? (
            <Blocked />
          ) : (
            <>
              <RequestsList key={list} direction={list} write={writeTo} />
              {isWide ? null : suggested}
            </>
          )}
        </Stack>
      </Tabs>
    </Stack>
  );
}

type Filters = ReturnType<typeof usePeopleFilters>;
const FilterCard = ({ filters }: { filters: Filters }) => (
  <Card>
    <CardHead title="Фильтры" />
    <div className={styles.fields}>
      <FilterFields filters={filters} />
    </div>
  </Card>
);
function Found({ id, filters, isWide }: { id: string; filters: Filters; isWide: boolean }) {
  return (
    <FriendsList
      id={id}
      filters={filters}
      write={writeTo}
      action={
        isWide ? undefined : (
          <FilterSheet chosen={filters.chosen}>
            <FilterFields filters={filters} />
          </FilterSheet>
        )
      }
    />
  );
}
const Blocked = () => (
  <BlockListCard
    list="blocked"
    none={
      <EmptyState
        art="lock"
        text="Вы никого не заблокировали"
        more="Кнопка «Заблокировать» есть на странице человека, в меню «Ещё». Он не увидит вас и не сможет писать."
        action={<ButtonLink to="/settings/privacy">Настройки приватности</ButtonLink>}
      />
    }
  />
);
