import { part } from '#lib/browser/part.tsx';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { VISITS } from '@respa/contract/limits';
import { IconClock, IconFlag, IconLifebuoy } from '#ui/icons.ts';
import { count, sizeOf } from '#lib/text/format.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { DayChart } from '#ui/display/day-chart.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Time } from '#ui/display/time.tsx';
import { useServerState, useVisits } from './api.ts';
import styles from './overview.module.css';

const VoiceCard = part(async () => (await import('./voice-card.tsx')).VoiceCard);
const SPANS = [
  [7, 'Неделя'],
  [VISITS.usual, 'Месяц'],
  [90, 'Три месяца'],
  [365, 'Год'],
].map(([value, label]) => ({ value: String(value), label: String(label) }));
const SERIES = [{ label: 'Участники' }, { label: 'Гости' }];
const WAITING = [
  { key: 'messages', label: 'Новые обращения', to: '/admin/messages', icon: IconLifebuoy },
  { key: 'reports', label: 'Жалобы без решения', to: '/admin/reports', icon: IconFlag },
  { key: 'failed', label: 'Задачи не удались', to: '/admin/queues', icon: IconClock },
] as const;

/** Shows what is pending, how many users visit, and how much storage is used. */
export function Overview() {
  const state = useServerState();
  return (
    <>
      <ul className={styles.tiles}>
        {WAITING.map(({ key, label, to, icon: Icon }) => (
          <li key={key}>
            <Link to={to} className={styles.tile}>
              <Icon size={22} aria-hidden="true" />
              <span className={styles.number}>
                {state.data === undefined ? '\u00a0' : count(state.data.waiting[key])}
              </span>
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <VisitsCard />
      <Card>
        <CardHead title="Место" />
        {state.isPending ? (
          <Skeleton>
            <Bone width="70%" />
            <Bone width="60%" />
            <Bone width="64%" />
          </Skeleton>
        ) : null}
        {state.isError && state.data === undefined ? (
          <ErrorState small onRetry={() => void state.refetch()} />
        ) : null}
        {state.data === undefined ? null : (
          <dl className={styles.sizes}>
            <Size label="База" measured={state.data.database}>
              {({ bytes }) => sizeOf(bytes)}
            </Size>
            <Size label="Файлы" measured={state.data.storage}>
              {({ bytes, files }) => (
                <>
                  {sizeOf(bytes)}
                  <span>, штук: {count(files)}</span>
                </>
              )}
            </Size>
            <Size label="Свободно на диске" measured={state.data.disk}>
              {({ free, total, reserve }) => (
                <>
                  {sizeOf(free)}
                  <span> из {sizeOf(total)}</span>
                  {free < reserve ? (
                    <strong> · меньше {sizeOf(reserve)}, файлы не принимаются</strong>
                  ) : null}
                </>
              )}
            </Size>
          </dl>
        )}
      </Card>
      <VoiceCard />
    </>
  );
}
/** A line with a storage size and the time of its measurement. */
function Size<T extends { measured: string }>({
  label,
  measured,
  children,
}: {
  label: string;
  measured: T | null;
  children: (size: T) => ReactNode;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {measured === null ? (
          <span>пока неизвестно</span>
        ) : (
          <>
            {children(measured)}
            <span>
              , <Time value={measured.measured} look="relative" />
            </span>
          </>
        )}
      </dd>
    </div>
  );
}
function VisitsCard() {
  const [days, setDays] = useState<string>(String(VISITS.usual));
  const visits = useVisits(Number(days));
  return (
    <Card>
      <CardHead
        title="Посещения"
        action={
          <Select label="За сколько" hideLabel value={days} options={SPANS} onChange={setDays} />
        }
      />
      {visits.isError && visits.data === undefined ? (
        <ErrorState small onRetry={() => void visits.refetch()} />
      ) : (
        <DayChart
          label="Посещения по дням"
          series={SERIES}
          days={(visits.data ?? []).map(({ date, members, visitors }) => ({
            date,
            values: [members, visitors],
          }))}
        />
      )}
    </Card>
  );
}
