import { sentenceOf } from '#lib/network/call.ts';
import { day } from '#lib/text/format.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { useRemoveDevice, type PushDevice } from './api.ts';
import styles from './push-card.module.css';

/** Another device of the member, with a button that turns its notifications off. */
export function DeviceRow({ device }: { device: PushDevice }) {
  const remove = useRemoveDevice();
  const ask = async () => {
    const isSure = await confirm({
      title: 'Отключить уведомления?',
      text: `${device.device} больше не будет их получать. Снова включить их можно только на самом устройстве.`,
      action: 'Отключить',
    });
    if (isSure)
      remove.mutate(device, {
        onSuccess: () => showToast('Уведомления отключены.', { tone: 'good' }),
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      });
  };
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span>{device.device}</span>
        <span className={styles.dim}>Включены {day(device.created)}</span>
      </span>
      <Button
        size="small"
        variant="plain"
        aria-label={`Отключить: ${device.device}`}
        busy={remove.isPending}
        onClick={() => void ask()}
      >
        Отключить
      </Button>
    </li>
  );
}
