import { displayName } from '@respa/contract/characters';
import * as communities from '@respa/contract/communities';
import { PersonRow } from '#features/people/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useMyId } from '#lib/network/session.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import listStyles from '#ui/layout/list-row.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import type { CommunityDetails } from '../api.ts';
import { usePersonAct, useStaff } from './staff-api.ts';
import type { Person } from './person.ts';

const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** The staff of a community: its admin can change it, an editor can leave. */
export function StaffCard({ community }: { community: CommunityDetails }) {
  const staff = useStaff(community._id);
  const remove = usePersonAct(community._id, communities.removeEditor);
  const me = useMyId();
  const drop = async (person: Person) => {
    const isMe = person._id === me;
    if (
      !(await confirm({
        title: isMe
          ? 'Больше не редактировать группу?'
          : `Убрать редактора: ${displayName(person)}?`,
        action: isMe ? 'Уйти' : 'Убрать',
        danger: true,
      }))
    )
      return;
    remove.mutate(person._id, {
      onSuccess: () =>
        showToast(isMe ? 'Вы больше не редактор' : `${displayName(person)}: больше не редактор`),
      onError,
    });
  };
  return (
    <Card inset="flush">
      <div className={listStyles.title}>
        <CardHead title="Кто ведёт группу" />
      </div>
      {staff.isPending ? <PeopleSkeleton rows={2} avatar={52} /> : null}
      {staff.isError && !staff.data ? (
        <ErrorState small onRetry={() => void staff.refetch()} />
      ) : null}
      <ul className={listStyles.rows}>
        {staff.data?.admin ? <PersonRow person={staff.data.admin} text="Администратор" /> : null}
        {staff.data?.editors.map((person) => (
          <PersonRow key={person._id} person={person} text="Редактор">
            {community.role === 'admin' || person._id === me ? (
              <Button
                size="small"
                busy={remove.isPending && remove.variables === person._id}
                onClick={() => void drop(person)}
                aria-label={`${person._id === me ? 'Уйти' : 'Убрать'}: ${displayName(person)}`}
              >
                {person._id === me ? 'Уйти' : 'Убрать'}
              </Button>
            ) : null}
          </PersonRow>
        ))}
      </ul>
    </Card>
  );
}
