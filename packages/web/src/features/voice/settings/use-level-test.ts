import { useEffect, useState } from 'react';
import { openGate, type GateLevel } from '../call/gate.ts';
import { openMicrophone, SENTENCES } from '../call/microphone.ts';
import { usePreferences } from '../call/preferences.ts';

export type LevelTest =
  | { stage: 'off' }
  | { stage: 'asking' }
  | { stage: 'on'; level: GateLevel }
  | { stage: 'failed'; reason: string };

/** Listens to the microphone as a call does, while `isOn`. Nothing is sent. */
export function useLevelTest(isOn: boolean): LevelTest {
  const preferences = usePreferences();
  const [test, setTest] = useState<LevelTest>({ stage: 'off' });
  const { microphone, isNoiseSuppressed, isEchoCancelled, isVolumeLevelled } = preferences;
  const { threshold } = preferences;
  useEffect(() => {
    if (!isOn) return undefined;
    let isGone = false;
    let close = () => {};
    setTest({ stage: 'asking' });
    void (async () => {
      const found = await openMicrophone({
        ...preferences,
        microphone,
        isNoiseSuppressed,
        isEchoCancelled,
        isVolumeLevelled,
      });
      if ('problem' in found) {
        if (!isGone) setTest({ stage: 'failed', reason: SENTENCES[found.problem] });
        return;
      }
      const gate = await openGate(found.stream);
      if (isGone) return gate.close();
      close = gate.close;
      gate.setRules({ isByVoice: true, threshold, isHeld: false });
      gate.onLevel((level) => setTest({ stage: 'on', level }));
    })();
    return () => {
      isGone = true;
      close();
      setTest({ stage: 'off' });
    };
    // Volumes of people and the like change nothing here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOn, microphone, isNoiseSuppressed, isEchoCancelled, isVolumeLevelled, threshold]);
  return test;
}
