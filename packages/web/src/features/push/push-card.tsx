import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { usePush } from './api.ts';
import { DeviceRow } from './device-row.tsx';
import { PushChoices } from './push-choices.tsx';
import { ThisDevice } from './this-device-switch.tsx';
import styles from './push-card.module.css';

/** Notifications on the member's devices: where, what about, and when not. */
export function PushCard() {
  const push = usePush();
  const { data } = push;
  const others = data?.devices.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Card>
      <CardHead title="На устройствах" />
      {push.isPending ? <PeopleSkeleton rows={4} /> : null}
      {push.isError && data === undefined ? (
        <ErrorState small onRetry={() => void push.refetch()} />
      ) : null}
      {data?.isOn === false ? (
        <p className={styles.text}>Эта Респа не присылает уведомления на устройства.</p>
      ) : null}
      {data?.isOn === true ? (
        <Stack>
          <p className={styles.text}>
            Сообщим о новом, даже когда Респа закрыта. Если она открыта перед вами, устройства
            молчат.
          </p>
          <ThisDevice current={data.devices.find(({ isCurrent }) => isCurrent)} />
          {others.length > 0 ? (
            <div>
              <h3 className={styles.title}>Другие устройства</h3>
              <ul className={styles.rows}>
                {others.map((device) => (
                  <DeviceRow key={device._id} device={device} />
                ))}
              </ul>
            </div>
          ) : null}
          <PushChoices settings={data.settings} />
        </Stack>
      ) : null}
    </Card>
  );
}
