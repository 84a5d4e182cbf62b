import { useSearchParams } from 'react-router';
import { EventsList } from '#features/events/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import styles from './events.module.css';

/** The page of astronomical events. */
export function Events() {
  usePageTitle('События');
  const [address, setAddress] = useSearchParams();
  const part = address.get('part') === 'past' ? 'past' : 'next';
  return (
    <Columns>
      <PageHead title="События" text="Что посмотреть на небе между рейдами" />
      <div>
        <Tabs
          label="События"
          tabs={[
            { value: 'next' as const, label: 'Скоро' },
            { value: 'past' as const, label: 'Прошедшие' },
          ]}
          value={part}
          onChange={(value) =>
            setAddress(value === 'next' ? {} : { part: value }, { replace: true })
          }
        >
          <div className={styles.list}>
            <EventsList key={part} part={part} />
          </div>
        </Tabs>
      </div>
    </Columns>
  );
}
