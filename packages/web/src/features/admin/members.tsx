import { useDeferredValue, useState } from 'react';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { MemberRow } from './member-row.tsx';
import { useLift, useMembers, type Member } from './api.ts';
import { SuspendWindow } from './decision-windows.tsx';
import { AdminList } from './list.tsx';
import styles from './rows.module.css';

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
            <MemberRow
              key={member._id}
              member={member}
              lift={lift}
              onSuspend={() => setShut(member)}
            />
          ))}
        </ul>
      </AdminList>
      {shut === null ? null : (
        <SuspendWindow person={shut} first="" onClose={() => setShut(null)} />
      )}
    </Card>
  );
}
