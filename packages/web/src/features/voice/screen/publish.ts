import { connectToServer, type Answer } from '../call/server-connection.ts';
import type { Screens } from '../call/transport.ts';

export type ScreenQuality = 1080 | 720;
/** How screens go: by connections of their own, unless that of the call carries them. */
export type Ways = { iceServers: RTCIceServer[]; screens: Screens | undefined };
/** The server lets 2.5 Mbit/s through, with the sound and what is sent again. */
const MAX_BITS = 2_300_000;
type Shape = { width: number; frames: number; hint: 'detail' | 'motion' };
/** `detail`: on a slow computer or network pictures get rarer. `motion`: they get smaller. */
const SHAPES: Record<ScreenQuality, Shape> = {
  1080: { width: 1_920, frames: 15, hint: 'detail' },
  720: { width: 1_280, frames: 30, hint: 'motion' },
};

export type ScreenProblem = 'insecure' | 'unsupported' | 'denied' | 'failed';
/** What a member can do about a screen that cannot be shown. */
export const SENTENCES: Record<ScreenProblem, string> = {
  insecure:
    'Браузер даёт экран и микрофон только защищённым страницам. Откройте сайт по адресу с https — или с localhost, если он работает на этом компьютере.',
  unsupported: 'Этот браузер не умеет показывать экран. Откройте сайт в браузере на компьютере.',
  denied:
    'Система не даёт браузеру снимать экран. Разрешите запись экрана для браузера в настройках системы и попробуйте снова.',
  failed: 'Не удалось показать это окно. Выберите другое или весь экран.',
};
/** What browsers have and the library of types lacks. */
type Options = DisplayMediaStreamOptions & {
  selfBrowserSurface: 'exclude';
  surfaceSwitching: 'include';
  systemAudio: 'include' | 'exclude';
};

/**
 * Returns what is asked of the browser. The sound of the whole system holds the conversation too, and
 * everyone would hear themselves: it is taken only where the browser leaves the page's own sound out.
 */
export function displayOptions(
  quality: ScreenQuality,
  withSound: boolean,
  leavesOwnSoundOut: boolean,
): Options {
  const { width, frames } = SHAPES[quality];
  const sound = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  return {
    video: {
      width: { ideal: width, max: width },
      height: { ideal: quality, max: quality },
      frameRate: { ideal: frames, max: frames },
    },
    audio: withSound
      ? { ...sound, ...(leavesOwnSoundOut ? { restrictOwnAudio: true } : {}) }
      : false,
    selfBrowserSurface: 'exclude',
    surfaceSwitching: 'include',
    systemAudio: leavesOwnSoundOut ? 'include' : 'exclude',
  };
}
/** Older browsers leave it out on pages that are not secure. */
const devices = () => navigator.mediaDevices as MediaDevices | undefined;
/** Returns why a screen cannot even be asked for; null if it can. */
export function problemBefore(): ScreenProblem | null {
  if (!window.isSecureContext) return 'insecure';
  return devices()?.getDisplayMedia === undefined ? 'unsupported' : null;
}
/** Browsers tell a choice that was closed from a system that forbids it only by the words. */
const isCancelled = ({ name, message }: Error): boolean =>
  name === 'NotAllowedError' && !/system|policy/i.test(message);

/** Lets the member choose what to show. Needs a click. Returns null if they chose nothing. */
export async function captureScreen(
  quality: ScreenQuality,
  withSound: boolean,
): Promise<{ stream: MediaStream } | { problem: ScreenProblem } | null> {
  const problem = problemBefore();
  if (problem !== null) return { problem };
  const supported = devices()!.getSupportedConstraints() as { restrictOwnAudio?: boolean };
  try {
    const stream = await devices()!.getDisplayMedia(
      displayOptions(quality, withSound, supported.restrictOwnAudio === true),
    );
    for (const track of stream.getVideoTracks()) track.contentHint = SHAPES[quality].hint;
    for (const track of stream.getAudioTracks()) track.contentHint = 'music';
    return { stream };
  } catch (error) {
    if (isCancelled(error as Error)) return null;
    return { problem: (error as Error).name === 'NotAllowedError' ? 'denied' : 'failed' };
  }
}
/**
 * Sends a screen to the server: by a connection of its own, or by that of the call. Returns what ends
 * it. Throws what `answer` throws, and `NoConnection`.
 */
export async function publish(
  { iceServers, screens }: Ways,
  stream: MediaStream,
  quality: ScreenQuality,
  answer: Answer,
  onLost: () => void,
): Promise<() => void> {
  const { frames } = SHAPES[quality];
  if (screens !== undefined) {
    await answer('');
    return screens.publish(stream, { maxBits: MAX_BITS, frames }, onLost);
  }
  const { close } = await connectToServer(
    iceServers,
    (connection) => {
      for (const track of stream.getTracks()) {
        const encoding =
          track.kind === 'video'
            ? { maxBitrate: MAX_BITS, maxFramerate: frames }
            : { maxBitrate: 96_000 };
        connection.addTransceiver(track, {
          direction: 'sendonly',
          streams: [stream],
          sendEncodings: [encoding],
        });
      }
    },
    answer,
    onLost,
  );
  return close;
}
