import { FILES } from '@respa/contract/limits';
import type { EncoderAnswer, EncoderMessage } from './voice-encoder.ts';
import { loudness, peaksOf, thin, thinningOf } from './voice-peaks.ts';
import tapUrl from './voice-tap.ts?worker&url';

/** A voice message that is not sent yet. */
export type Voice = { file: File; seconds: number; peaks: number[] };
export type Recording = {
  /** Ends the recording. Returns null if nothing was recorded. */
  finish(): Promise<Voice | null>;
  cancel(): void;
};
type Handlers = {
  onLevel: (level: number, seconds: number) => void;
  /** Called when ten minutes are over or the microphone was disconnected. */
  onEnd: () => void;
};

const REFUSALS: Record<string, string> = {
  NotAllowedError: 'Нет доступа к микрофону. Разрешите его для этого сайта в настройках браузера.',
  NotFoundError: 'Микрофон не найден. Подключите его и попробуйте ещё раз.',
  NotReadableError: 'Микрофон занят другой программой.',
  // A part of the recorder failed to load.
  AbortError: 'Запись не загрузилась. Проверьте интернет и попробуйте ещё раз.',
};
/** Returns the message for a recording that could not start. */
export const refusalOf = (error: unknown): string =>
  REFUSALS[(error as Error).name] ?? 'Этот браузер не смог записать голос.';

const openMicrophone = () =>
  navigator.mediaDevices.getUserMedia({
    audio: {
      channelCount: 1,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    },
  });

/** Starts the worker that encodes an MP3. */
function startEncoder() {
  const encoder = new Worker(new URL('./voice-encoder.ts', import.meta.url), { type: 'module' });
  const publish = (message: EncoderMessage) => encoder.postMessage(message);
  const readAnswer = () =>
    new Promise<EncoderAnswer>((resolve, reject) => {
      encoder.addEventListener(
        'message',
        ({ data }: MessageEvent<EncoderAnswer>) => resolve(data),
        { once: true },
      );
      encoder.addEventListener(
        'error',
        () => reject(new DOMException('no encoder', 'AbortError')),
        { once: true },
      );
    });
  return { publish, readAnswer, terminate: () => encoder.terminate() };
}

const makeTap = (context: AudioContext) =>
  new AudioWorkletNode(context, 'voice-tap', {
    channelCount: 1,
    channelCountMode: 'explicit',
  });

/**
 * Records the microphone and encodes an MP3 on the way. Throws what the browser throws when
 * recording is not allowed or not possible; see `refusalOf`.
 */
export async function startRecording({ onLevel, onEnd }: Handlers): Promise<Recording> {
  const sound = await openMicrophone();
  const context = new AudioContext();
  const { publish, readAnswer, terminate } = startEncoder();
  const by = thinningOf(context.sampleRate);
  const rate = context.sampleRate / by;
  const levels: number[] = [];
  let samples = 0;
  let isOver = false;
  const close = () => {
    isOver = true;
    for (const track of sound.getTracks()) track.stop();
    void context.close();
  };
  const cancel = () => {
    if (!isOver) close();
    terminate();
  };
  try {
    const ready = readAnswer();
    publish({ rate });
    await Promise.all([ready, context.audioWorklet.addModule(tapUrl), context.resume()]);
  } catch (error) {
    cancel();
    throw error;
  }
  const tap = makeTap(context);
  tap.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => {
    if (isOver) return;
    const piece = thin(data, by);
    samples += piece.length;
    levels.push(loudness(piece));
    onLevel(levels.at(-1)!, samples / rate);
    publish(piece);
    if (samples / rate >= FILES.voiceSeconds) onEnd();
  });
  tap.port.start();
  sound.getTracks()[0]?.addEventListener('ended', onEnd);
  // A node that is not connected to the output does not run; this one outputs silence.
  context.createMediaStreamSource(sound).connect(tap).connect(context.destination);

  return {
    cancel,
    async finish() {
      if (!isOver) close();
      try {
        if (samples === 0) return null;
        const mp3 = readAnswer();
        publish(null);
        return {
          file: new File([await mp3], 'audio.mp3', { type: 'audio/mpeg' }),
          seconds: samples / rate,
          peaks: peaksOf(levels, FILES.voicePeaks),
        };
      } finally {
        terminate();
      }
    },
  };
}
