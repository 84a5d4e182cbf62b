import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Switch } from '#ui/forms/checkbox.tsx';
import { sentenceOfFailure, useEnable, useRemoveDevice, type PushDevice } from './api.ts';
import { readAbility } from './this-device.ts';
import styles from './push-card.module.css';

/** The switch for this browser, or why there is none. */
export function ThisDevice({ current }: { current: PushDevice | undefined }) {
  const [ability, setAbility] = useState(readAbility);
  const enable = useEnable();
  const remove = useRemoveDevice();
  if (ability === 'unsupported')
    return <p className={styles.note}>Этот браузер не показывает уведомления сайтов.</p>;
  if (ability === 'install')
    return (
      <p className={styles.note}>
        На iPhone сначала добавьте Респу на экран «Домой».{' '}
        <Link to="/settings/app">Как это сделать</Link>
      </p>
    );
  if (ability === 'blocked')
    return (
      <p className={styles.note}>
        Браузер запретил Респе уведомления. Нажмите значок слева от адреса сайта, разрешите
        уведомления и обновите страницу.
      </p>
    );
  const isBusy = enable.isPending || remove.isPending;
  const turn = (on: boolean) => {
    if (isBusy) return;
    if (on)
      enable.mutate(undefined, {
        onSuccess: () => setAbility(readAbility()),
        onError: (error) => showToast(sentenceOfFailure(error), { tone: 'bad' }),
      });
    else if (current !== undefined)
      remove.mutate(current, {
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      });
  };
  return (
    <Switch
      label="Уведомления на этом устройстве"
      helpText={current?.device}
      checked={enable.isPending || (current !== undefined && !remove.isPending)}
      aria-busy={isBusy || undefined}
      onChange={turn}
    />
  );
}
