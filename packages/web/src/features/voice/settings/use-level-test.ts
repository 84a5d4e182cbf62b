import { useEffect, useRef, useState } from 'react';
import { openGate, type Gate, type GateLevel } from '../call/gate.ts';
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
  const gate = useRef<Gate>(undefined);
  const rules = useRef({ isByVoice: true, threshold, isHeld: false });
  // The microphone stays open while the mark is moved.
  useEffect(() => {
    rules.current = { isByVoice: true, threshold, isHeld: false };
    gate.current?.setRules(rules.current);
  }, [threshold]);
  useEffect(() => {
    if (!isOn) return undefined;
    let isGone = false;
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
      const opened = await openGate(found.stream);
      if (isGone) return opened.close();
      gate.current = opened;
      opened.setRules(rules.current);
      opened.onLevel((level) => {
        if (!isGone) setTest({ stage: 'on', level });
      });
    })();
    return () => {
      isGone = true;
      gate.current?.close();
      gate.current = undefined;
      setTest({ stage: 'off' });
    };
    // Volumes of people and the like change nothing here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOn, microphone, isNoiseSuppressed, isEchoCancelled, isVolumeLevelled]);
  return test;
}
