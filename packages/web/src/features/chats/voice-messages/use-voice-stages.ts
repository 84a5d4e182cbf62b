import { useEffect, useRef, useState } from 'react';
import { refusalOf, startRecording, type Recording, type Voice } from './voice-recorder.ts';
import { pauseVoice } from './voice-playback.ts';

const SHOWN_LEVELS = 90;
type Stage =
  | { name: 'asking' }
  | { name: 'recording' }
  | { name: 'ending' }
  | { name: 'ready'; voice: Voice; src: string }
  | { name: 'failed'; reason: string };

/**
 * Records a voice message: asks for the microphone, records, and keeps the result until it is sent.
 */
export function useVoiceStages() {
  const [stage, setStage] = useState<Stage>({ name: 'asking' });
  const [received, setHeard] = useState<{ levels: number[]; seconds: number }>({
    levels: [],
    seconds: 0,
  });
  const recording = useRef<Recording>(undefined);
  const isBusy = useRef(false);

  const finish = async (): Promise<Voice | null> => {
    if (isBusy.current || recording.current === undefined) return null;
    isBusy.current = true;
    setStage({ name: 'ending' });
    try {
      const voice = await recording.current.finish();
      if (voice === null)
        setStage({ name: 'failed', reason: 'Микрофон молчит. Попробуйте ещё раз.' });
      return voice;
    } catch (error) {
      setStage({ name: 'failed', reason: refusalOf(error) });
      return null;
    }
  };
  const listen = async () => {
    const voice = await finish();
    if (voice !== null) setStage({ name: 'ready', voice, src: URL.createObjectURL(voice.file) });
  };
  const end = useRef(listen);
  useEffect(() => {
    end.current = listen;
  });
  useEffect(() => {
    let isGone = false;
    pauseVoice();
    for (const video of document.querySelectorAll('video')) video.pause();
    const onLevel = (level: number, seconds: number) =>
      setHeard(({ levels }) => ({ levels: [...levels.slice(1 - SHOWN_LEVELS), level], seconds }));
    startRecording({ onLevel, onEnd: () => void end.current() }).then(
      (begun) => {
        if (isGone) return begun.cancel();
        recording.current = begun;
        setStage({ name: 'recording' });
      },
      (error: unknown) => {
        if (!isGone) setStage({ name: 'failed', reason: refusalOf(error) });
      },
    );
    return () => {
      isGone = true;
      recording.current?.cancel();
    };
  }, []);
  const src = stage.name === 'ready' ? stage.src : undefined;
  useEffect(() => (src === undefined ? undefined : () => URL.revokeObjectURL(src)), [src]);
  return { stage, received, finish, listen };
}
