import { useDeferredValue, useState } from 'react';
import { PersonRow } from '#features/people/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { day } from '#lib/format.ts';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useLift, useMembers, type Member } from './api.ts';
import { SuspendWindow } from './decision-windows.tsx';
import { AdminList } from './list.tsx';
import { endOf } from './words.ts';
import styles from './rows.module.css';

const nameOf = ({ name, surname }: Member) => `${name} ${surname}`;
/** Returns the one-line summary of a member in the admin panel. */
function factsOf({ email, activated, suspension, isAdmin, joined }: Member): string {
  const state = isAdmin
    ? 'администратор'
    : suspension !== null
      ? `заблокирован(а) ${endOf(suspension.until)}: ${suspension.reason}`
      : activated
        ? `с ${day(joined)}`
        : 'не подтвердил(а) почту';
  return `${email} · ${state}`;
}
/**
 * Lists all members, searchable by name, email address or id, and shows who is suspended and why.
 */
export function Members() {
  const [typed, setTyped] = useState('');
  const [isSuspended, setSuspended] = useState(false);
  const [shut, setShut] = useState<Member | null>(null);
  const q = useDeferredValue(typed.trim());
  const found = useMembers(isSuspended ? '' : q, isSuspended);
  const lift = useLift();
  const members = found.data?.pages.flatMap((page) => page.members) ?? [];
  const free = async (member: Member) => {
    if (!(await confirm({ title: `Снять блокировку: ${nameOf(member)}?`, action: 'Снять' })))
      return;
    lift.mutate(member._id, {
      onSuccess: () => showToast(`${nameOf(member)}: блокировка снята`, { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  return (
    <Card inset="flush">
      <div className={styles.search} role="search">
        <SearchField
          label="Поиск участников"
          placeholder="Имя, начало почты или id"
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setSuspended(false);
          }}
        />
        <Switch label="Только заблокированные" checked={isSuspended} onChange={setSuspended} />
      </div>
      <AdminList
        found={found}
        isEmpty={members.length === 0}
        empty={{
          art: isSuspended ? 'lock' : 'search',
          text: isSuspended ? 'Никто не заблокирован' : 'Никого не нашли',
          ...(isSuspended ? {} : { more: 'Попробуйте другое имя или начало почты.' }),
        }}
      >
        <ul className={styles.rows}>
          {members.map((member) => (
            <PersonRow key={member._id} person={member} text={factsOf(member)}>
              {member.isAdmin || !member.activated ? null : member.suspension === null ? (
                <Button
                  size="small"
                  aria-label={`Заблокировать: ${nameOf(member)}`}
                  onClick={() => setShut(member)}
                >
                  Заблокировать
                </Button>
              ) : (
                <Button
                  size="small"
                  busy={lift.isPending && lift.variables === member._id}
                  aria-label={`Снять блокировку: ${nameOf(member)}`}
                  onClick={() => void free(member)}
                >
                  Снять
                </Button>
              )}
            </PersonRow>
          ))}
        </ul>
      </AdminList>
      {shut === null ? null : (
        <SuspendWindow person={shut} first="" onClose={() => setShut(null)} />
      )}
    </Card>
  );
}
