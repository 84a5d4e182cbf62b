import { displayName } from '@respa/contract/characters';
import * as communities from '@respa/contract/communities';
import { PersonRow } from '#features/people/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import type { CommunityDetails } from '../api.ts';
import { useBans, usePersonAct } from './staff-api.ts';

const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** The banned users. */
export function BansCard({ community }: { community: CommunityDetails }) {
  const found = useBans(community._id);
  const lift = usePersonAct(community._id, communities.unban);
  const bans = found.data?.pages.flatMap((page) => page.bans) ?? [];
  return (
    <Card inset="flush">
      <div className={listStyles.title}>
        <CardHead title="Чёрный список" />
      </div>
      <ListState
        list={found}
        isEmpty={bans.length === 0}
        skeleton={<PeopleSkeleton rows={1} avatar={52} />}
        empty={
          <EmptyState
            small
            art="lock"
            text="Пока пуст"
            more="Закрыть доступ можно через меню в списке подписчиков."
          />
        }
        small
      />
      <ul className={listStyles.rows}>
        {bans.map(({ person, reason }) => (
          <PersonRow key={person._id} person={person} text={reason}>
            <Button
              size="small"
              busy={lift.isPending && lift.variables === person._id}
              aria-label={`Открыть доступ: ${displayName(person)}`}
              onClick={() =>
                lift.mutate(person._id, {
                  onSuccess: () => showToast(`${displayName(person)}: доступ открыт`),
                  onError,
                })
              }
            >
              Открыть
            </Button>
          </PersonRow>
        ))}
      </ul>
      <MorePages list={found} />
    </Card>
  );
}
