import { useState } from 'react';
import * as communities from '@respa/contract/communities';
import { LENGTHS } from '@respa/contract/limits';
import { PersonRow } from '#features/people/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useMyId } from '#lib/network/session.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { ListStates } from '#ui/layout/list-states.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { Menu } from '#ui/overlays/menu.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useSubscribes, type CommunityDetails } from './api.ts';
import { useBan, useBans, usePersonAct, useStaff } from './staff-api.ts';
import styles from './staff-cards.module.css';

type Person = { _id: string; name: string; surname: string; avatarUrl: string; isOnline: boolean };
const nameOf = ({ name, surname }: Person) => `${name} ${surname}`;
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
        title: isMe ? 'Больше не редактировать группу?' : `Убрать редактора: ${nameOf(person)}?`,
        action: isMe ? 'Уйти' : 'Убрать',
        danger: true,
      }))
    )
      return;
    remove.mutate(person._id, {
      onSuccess: () =>
        showToast(isMe ? 'Вы больше не редактор' : `${nameOf(person)}: больше не редактор`),
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
                aria-label={`${person._id === me ? 'Уйти' : 'Убрать'}: ${nameOf(person)}`}
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

/** The followers of a community, with the staff's actions on each. */
export function ReadersCard({ community }: { community: CommunityDetails }) {
  const found = useSubscribes(community._id);
  const staff = useStaff(community._id);
  const choose = usePersonAct(community._id, communities.addEditor);
  const pass = usePersonAct(community._id, communities.transferGroup);
  const [shut, setShut] = useState<Person | null>(null);
  const people = found.data?.pages.flatMap((page) => page.subscribers) ?? [];
  const runs = new Set([
    staff.data?.admin?._id,
    ...(staff.data?.editors.map(({ _id }) => _id) ?? []),
  ]);
  const isAdmin = community.role === 'admin';
  const make = (person: Person) =>
    choose.mutate(person._id, {
      onSuccess: () => showToast(`${nameOf(person)}: теперь редактор`, { tone: 'good' }),
      onError,
    });
  const give = async (person: Person) => {
    if (
      !(await confirm({
        title: `Передать группу: ${nameOf(person)}?`,
        text: 'Вы останетесь в ней редактором. Вернуть группу сможет только новый администратор.',
        action: 'Передать',
        danger: true,
      }))
    )
      return;
    pass.mutate(person._id, {
      onSuccess: () => showToast(`Группу теперь ведёт ${nameOf(person)}`, { tone: 'good' }),
      onError,
    });
  };
  return (
    <Card inset="flush">
      <div className={listStyles.title}>
        <CardHead title="Подписчики" count={community.subscribersCount} />
      </div>
      <ListStates
        found={found}
        isEmpty={people.length === 0}
        skeleton={<PeopleSkeleton rows={3} avatar={52} />}
        empty={<EmptyState small art="people" text="Нет подписчиков" />}
        small
      />
      <ul className={listStyles.rows}>
        {people.map((person) => (
          <PersonRow key={person._id} person={person}>
            {person._id === community.admin ? null : (
              <Menu
                label={`Действия: ${nameOf(person)}`}
                items={[
                  isAdmin &&
                    !runs.has(person._id) && {
                      label: 'Сделать редактором',
                      onSelect: () => make(person),
                    },
                  isAdmin && { label: 'Передать группу', onSelect: () => void give(person) },
                  (isAdmin || !runs.has(person._id)) && {
                    label: 'Закрыть доступ',
                    danger: true,
                    apart: isAdmin,
                    onSelect: () => setShut(person),
                  },
                ]}
              />
            )}
          </PersonRow>
        ))}
      </ul>
      <MorePages list={found} skeleton={<PeopleSkeleton rows={2} avatar={52} />} />
      {shut === null ? null : (
        <BanWindow community={community} person={shut} onClose={() => setShut(null)} />
      )}
    </Card>
  );
}
function BanWindow({
  community,
  person,
  onClose,
}: {
  community: CommunityDetails;
  person: Person;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const ban = useBan(community._id);
  const send = () =>
    ban.mutate(
      { userId: person._id, reason },
      {
        onSuccess: () => {
          showToast(`${nameOf(person)}: доступ закрыт`);
          onClose();
        },
        onError,
      },
    );
  return (
    <Modal
      open
      onClose={onClose}
      title={`Закрыть доступ: ${nameOf(person)}`}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="danger" busy={ban.isPending} onClick={send}>
            Закрыть доступ
          </Button>
        </>
      }
    >
      <p className={styles.helpText}>
        Подписка закончится, комментировать и предлагать записи здесь будет нельзя. Читать группу
        по-прежнему можно.
      </p>
      <TextField
        label="Причина"
        placeholder="По желанию, видят только редакторы"
        maxLength={LENGTHS.about}
        value={reason}
        onChange={setReason}
      />
    </Modal>
  );
}
/** The banned users. */
export function BansCard({ community }: { community: CommunityDetails }) {
  const found = useBans(community._id);
  const lift = usePersonAct(community._id, communities.unban);
  const bans = found.data?.pages.flatMap((page) => page.bans) ?? [];
  return (
    <Card inset="flush">
      <div className={listStyles.title}>
        <CardHead title="Доступ закрыт" />
      </div>
      <ListStates
        found={found}
        isEmpty={bans.length === 0}
        skeleton={<PeopleSkeleton rows={1} avatar={52} />}
        empty={<EmptyState small art="lock" text="Доступ открыт всем" />}
        small
      />
      <ul className={listStyles.rows}>
        {bans.map(({ person, reason }) => (
          <PersonRow key={person._id} person={person} text={reason}>
            <Button
              size="small"
              busy={lift.isPending && lift.variables === person._id}
              aria-label={`Открыть доступ: ${nameOf(person)}`}
              onClick={() =>
                lift.mutate(person._id, {
                  onSuccess: () => showToast(`${nameOf(person)}: доступ открыт`),
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
