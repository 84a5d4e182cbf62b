import { count, sizeOf } from '#lib/text/format.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useVoiceOverview } from './api.ts';
import styles from './overview.module.css';

const percent = (share: number) =>
  share.toLocaleString('ru', { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 });

/**
 * Shows how many people are in voice rooms, and how busy the process that forwards their voices is.
 */
export function VoiceCard() {
  const { data, isPending, refetch } = useVoiceOverview();
  return (
    <Card>
      <CardHead title="Голосовые комнаты" />
      {isPending ? (
        <Skeleton>
          <Bone width="60%" />
          <Bone width="64%" />
        </Skeleton>
      ) : null}
      {!isPending && data === undefined ? (
        <ErrorState small onRetry={() => void refetch()} />
      ) : null}
      {data === undefined ? null : (
        <dl className={styles.sizes}>
          <Line label="Открыто комнат">{count(data.rooms)}</Line>
          <Line label="Участников в них">{count(data.members)}</Line>
          {data.process === null ? null : (
            <>
              <Line label="Нагрузка на ядро">{percent(data.process.load)}</Line>
              <Line label="Память">{sizeOf(data.process.memoryBytes)}</Line>
              <Line label="Потери звука">
                {data.process.packets === 0
                  ? 'нет'
                  : percent(data.process.lost / data.process.packets)}
              </Line>
            </>
          )}
        </dl>
      )}
    </Card>
  );
}
function Line({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
