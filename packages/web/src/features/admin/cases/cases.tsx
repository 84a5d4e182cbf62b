import { useState } from 'react';
import { Tabs } from '#ui/layout/tabs.tsx';
import { CaseCard } from './case-card.tsx';
import { useCases } from '../api.ts';
import { AdminList } from '../list.tsx';
import styles from '../rows.module.css';

const TABS = [
  { value: 'open' as const, label: 'Ждут решения' },
  { value: 'closed' as const, label: 'Решённые' },
];

/** Lists what members reported, each object once, with everything needed to decide. */
export function Cases() {
  const [state, setState] = useState<'open' | 'closed'>('open');
  return (
    <div>
      <Tabs label="Жалобы" tabs={TABS} value={state} onChange={setState}>
        <div className={styles.tabbed}>
          <CaseList key={state} state={state} />
        </div>
      </Tabs>
    </div>
  );
}
function CaseList({ state }: { state: 'open' | 'closed' }) {
  const found = useCases(state);
  const cases = found.data?.pages.flatMap((page) => page.cases) ?? [];
  return (
    <AdminList
      found={found}
      isEmpty={cases.length === 0}
      empty={{ art: 'lock', text: state === 'open' ? 'Жалоб нет' : 'Здесь пока что ничего нет' }}
    >
      <ul className={styles.list}>
        {cases.map((one) => (
          <CaseCard key={one._id} given={one} />
        ))}
      </ul>
    </AdminList>
  );
}
