import { useRef, useState } from 'react';

/** Holds whether a voice message is being recorded. Closing returns the focus to the microphone. */
export function useRecording() {
  const [isRecording, setRecording] = useState(false);
  const microphone = useRef<HTMLButtonElement>(null);
  return {
    isRecording,
    microphone,
    start: () => setRecording(true),
    close() {
      setRecording(false);
      requestAnimationFrame(() => microphone.current?.focus());
    },
  };
}
