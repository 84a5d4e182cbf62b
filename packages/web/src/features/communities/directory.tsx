import { useDeferredValue, useState } from 'react';
import { IconPlus, IconSearch } from '#ui/icons.ts';
import { PersonRow } from '#features/people/parts.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { ListStates } from '#ui/layout/list-states.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { counted } from '#lib/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { useOwnCommunities, useCommunities, useSubscribes } from './api.ts';
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
        <TextField
          label="Поиск групп"
          hideLabel
          type="search"
          placeholder="Название или описание"
          icon={<IconSearch aria-hidden="true" />}
          value={typed}
          onChange={setTyped}
          maxLength={100}
        />
      </div>
      <p className={listStyles.found} role="status">
        {found.data
          ? `${query === '' ? 'Всего' : 'Найдено'}: ${counted(total, ['группа', 'группы', 'групп'])}`
          : ' '}
      </p>
      <ListStates
        found={found}
        isEmpty={communities.length === 0}
        skeleton={<PeopleSkeleton rows={6} avatar={52} />}
        empty={
          query === '' ? (
            <EmptyState
              art="post"
              text="Здесь пока что ничего нет"
              action={
                <ButtonLink to="/createpublic" variant="primary">
                  Создать группу
                </ButtonLink>
              }
            />
          ) : (
            <EmptyState
              art="search"
              text="Ничего не нашли"
              more="Попробуйте другое слово из названия."
            />
          )
        }
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
/** The communities that the member administers or edits. */
export function OwnCommunities() {
  const own = useOwnCommunities();
  return (
    <Card inset="flush">
      <div className={listStyles.title}>
        <CardHead title="Мои группы" {...(own.data ? { count: own.data.length } : {})} />
      </div>
      {own.isPending ? <PeopleSkeleton rows={2} avatar={52} /> : null}
      {own.isError && !own.data ? <ErrorState small onRetry={() => void own.refetch()} /> : null}
      {own.data?.length === 0 ? (
        <EmptyState small art="post" text="Вы пока не ведёте групп" />
      ) : null}
      <ul className={listStyles.rows}>
        {own.data?.map((community) => (
          <CommunityRow key={community._id} community={community} />
        ))}
      </ul>
      <p className={listStyles.search}>
        <ButtonLink to="/createpublic" wide icon={<IconPlus size={18} aria-hidden="true" />}>
          Создать группу
        </ButtonLink>
      </p>
    </Card>
  );
}
/** Lists what a user follows. */
export function Subscribes({ userId, isMine }: { userId: string; isMine: boolean }) {
  const found = useSubscribes(userId);
  const communities = found.data?.pages.flatMap((page) => page.subscribes) ?? [];
  return (
    <Card inset="flush">
      <ListStates
        found={found}
        isEmpty={communities.length === 0}
        skeleton={<PeopleSkeleton rows={4} avatar={52} />}
        empty={
          <EmptyState
            art="people"
            text={isMine ? 'Вы пока ни на что не подписаны' : 'Здесь пока нет подписок'}
            action={
              isMine ? (
                <ButtonLink to="/publics" variant="primary">
                  Найти группы
                </ButtonLink>
              ) : undefined
            }
          />
        }
      />
      <ul className={listStyles.rows}>
        {communities.map((community) => (
          <CommunityRow key={community._id} community={community}>
            <SubscribeButton community={community} size="small" />
          </CommunityRow>
        ))}
      </ul>
      <MorePages list={found} skeleton={<PeopleSkeleton rows={3} avatar={52} />} />
    </Card>
  );
}
/** Lists a community's followers. */
export function CommunityReaders({ publicId }: { publicId: string }) {
  const found = useSubscribes(publicId);
  const people = found.data?.pages.flatMap((page) => page.subscribers) ?? [];
  return (
    <Card inset="flush">
      <ListStates
        found={found}
        isEmpty={people.length === 0}
        skeleton={<PeopleSkeleton rows={4} avatar={52} />}
        empty={<EmptyState art="people" text="Нет подписчиков" />}
      />
      <ul className={listStyles.rows}>
        {people.map((person) => (
          <PersonRow key={person._id} person={person} />
        ))}
      </ul>
      <MorePages list={found} skeleton={<PeopleSkeleton rows={3} avatar={52} />} />
    </Card>
  );
}
