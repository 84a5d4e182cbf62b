import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { setPreferences, usePreferences } from '../call/preferences.ts';
import { playSound } from '../call/sounds.ts';
import { HeldKey } from './held-key.tsx';
import { LevelMeter } from './level-meter.tsx';
import { useDevices } from './use-devices.ts';
import { useLevelTest } from './use-level-test.ts';
import styles from './voice-settings.module.css';

const USUAL = { value: '', label: 'Как в системе' };
const optionsOf = (devices: readonly MediaDeviceInfo[], chosen: string) => [
  USUAL,
  ...devices
    .filter(({ deviceId }) => deviceId !== 'default')
    .map(({ deviceId, label }) => ({ value: deviceId, label })),
  // It is remembered until it is connected again.
  ...(chosen === '' || devices.some(({ deviceId }) => deviceId === chosen)
    ? []
    : [{ value: chosen, label: 'Сейчас не подключено' }]),
];
const mayChooseSpeaker = () => 'setSinkId' in AudioContext.prototype;

/** Microphone, sound, and when the member is heard. The same for all calls on this device. */
export function VoiceSettings() {
  const [isTesting, setTesting] = useState(false);
  const test = useLevelTest(isTesting);
  const { microphones, speakers } = useDevices(test.stage === 'on');
  const chosen = usePreferences();
  return (
    <>
      <Card>
        <CardHead title="Микрофон и звук" />
        <div className={styles.fields}>
          <Select
            label="Микрофон"
            value={chosen.microphone}
            options={optionsOf(microphones, chosen.microphone)}
            helpText={
              microphones.length === 0
                ? 'Список появится, когда браузер разрешит микрофон.'
                : undefined
            }
            onChange={(microphone) => setPreferences({ microphone })}
          />
          {mayChooseSpeaker() ? (
            <Select
              label="Где слышать собеседников"
              value={chosen.speaker}
              options={optionsOf(speakers, chosen.speaker)}
              onChange={(speaker) => setPreferences({ speaker })}
            />
          ) : null}
          <div className={styles.test}>
            <div className={styles.buttons}>
              <Button
                size="small"
                aria-pressed={isTesting}
                busy={test.stage === 'asking'}
                onClick={() => setTesting(!isTesting)}
              >
                {isTesting ? 'Закончить проверку' : 'Проверить микрофон'}
              </Button>
              <Button size="small" onClick={() => playSound('join')}>
                Проверить звук
              </Button>
            </div>
            {test.stage === 'failed' ? (
              <p className={styles.problem} role="alert">
                {test.reason}
              </p>
            ) : null}
            {chosen.isByVoice || test.stage === 'on' ? (
              <LevelMeter
                test={test}
                threshold={chosen.isByVoice ? chosen.threshold : null}
                onThreshold={(threshold) => setPreferences({ threshold })}
              />
            ) : null}
          </div>
          <div>
            <Switch
              label="Подавлять шум"
              checked={chosen.isNoiseSuppressed}
              onChange={(isNoiseSuppressed) => setPreferences({ isNoiseSuppressed })}
            />
            <Switch
              label="Убирать эхо"
              helpText="В наушниках можно выключить."
              checked={chosen.isEchoCancelled}
              onChange={(isEchoCancelled) => setPreferences({ isEchoCancelled })}
            />
            <Switch
              label="Выравнивать громкость голоса"
              checked={chosen.isVolumeLevelled}
              onChange={(isVolumeLevelled) => setPreferences({ isVolumeLevelled })}
            />
          </div>
        </div>
      </Card>
      <Card>
        <CardHead title="Когда вас слышно" />
        <div className={styles.fields}>
          <Select
            label="Когда вас слышно"
            hideLabel
            value={chosen.isByVoice ? 'voice' : 'key'}
            options={[
              { value: 'voice', label: 'Когда вы говорите' },
              { value: 'key', label: 'Пока вы держите клавишу' },
            ]}
            onChange={(value) => setPreferences({ isByVoice: value === 'voice' })}
          />
          {chosen.isByVoice ? null : (
            <HeldKey code={chosen.heldKey} onChange={(heldKey) => setPreferences({ heldKey })} />
          )}
          <p className={styles.text}>
            Alt + M выключает и включает микрофон на любой странице Респы.
          </p>
        </div>
      </Card>
      <Card>
        <CardHead title="Сигналы" />
        <Switch
          label="Тихий сигнал, когда в беседе начинают разговор"
          helpText="Беседы без звука молчат и здесь. О звонках на устройства — в разделе «Уведомления»."
          checked={chosen.isSignalOn}
          onChange={(isSignalOn) => setPreferences({ isSignalOn })}
        />
      </Card>
    </>
  );
}
