import type { Preferences } from './preferences.ts';

/** `full`: everyone who may speak in the room is there already, so this member only listens. */
export type MicrophoneProblem = 'insecure' | 'denied' | 'missing' | 'busy' | 'full';

/** What a member can do about a microphone that is not heard. */
export const SENTENCES: Record<MicrophoneProblem, string> = {
  insecure:
    'Браузер даёт микрофон только защищённым страницам. Откройте сайт по адресу с https — или с localhost, если он работает на этом компьютере.',
  denied:
    'Браузер не даёт микрофон. Разрешите его в настройках сайта — значок слева от адреса — и нажмите на микрофон ещё раз.',
  missing: 'Микрофон не найден. Подключите его и нажмите на микрофон ещё раз.',
  busy: 'Микрофон занят другой программой. Закройте её и нажмите на микрофон ещё раз.',
  full: 'Мест для тех, кто говорит, пока нет. Нажмите на микрофон, когда кто-нибудь выйдет.',
};
const problemOf = (error: unknown): MicrophoneProblem => {
  const { name } = error as Error;
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
};

/** Returns the microphone, or why there is none. The chosen one may have been unplugged: then any. */
export async function openMicrophone({
  microphone,
  isNoiseSuppressed,
  isEchoCancelled,
  isVolumeLevelled,
}: Preferences): Promise<{ stream: MediaStream } | { problem: MicrophoneProblem }> {
  // Older browsers leave it out on pages that are not secure.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices?.getUserMedia === undefined) return { problem: 'insecure' };
  const sound = {
    echoCancellation: isEchoCancelled,
    noiseSuppression: isNoiseSuppressed,
    autoGainControl: isVolumeLevelled,
  };
  try {
    return {
      stream: await devices.getUserMedia({
        audio: microphone === '' ? sound : { ...sound, deviceId: { ideal: microphone } },
      }),
    };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}
