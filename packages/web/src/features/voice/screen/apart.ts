// The screen in a window of its own, above other programs. It goes on while other pages are open.
import type { WatchedScreen } from './watch.ts';

/** A connection that only this window needs now. */
type Kept = { key: string; watched: WatchedScreen; end(): void };
let video: HTMLVideoElement | undefined;
let kept: Kept | undefined;
let isSoundOff = false;
let isOpening = false;

export const canBeApart = (): boolean =>
  'pictureInPictureEnabled' in document && document.pictureInPictureEnabled;
const isOpen = (): boolean => video !== undefined && document.pictureInPictureElement === video;
const isApart = (): boolean => isOpening || isOpen();
function make(): HTMLVideoElement {
  // It is in no page, so that it outlives them.
  const made = document.createElement('video');
  made.playsInline = true;
  made.addEventListener('leavepictureinpicture', () => {
    made.srcObject = null;
    end();
  });
  return made;
}
function end(): void {
  kept?.end();
  kept = undefined;
}

/** Shows a stream in its own window, or closes that. Needs a press. Throws where the browser refuses. */
export async function toggleApart(stream: MediaStream): Promise<void> {
  if (isOpening) return;
  if (isOpen()) return document.exitPictureInPicture();
  video ??= make();
  // The page plays the sound as long as it shows the screen too.
  video.muted = true;
  video.srcObject = stream;
  isOpening = true;
  try {
    await video.play();
    await video.requestPictureInPicture();
  } catch (error) {
    end();
    throw error;
  } finally {
    isOpening = false;
  }
}
/** Shows the stream of a new connection to the same screen in the window too. */
export function renewApart(stream: MediaStream): void {
  if (!isOpen() || video!.srcObject === stream) return;
  video!.srcObject = stream;
  video!.play().catch(() => {});
}
/**
 * Leaves a connection to the window, if it shows that stream; `onEnd` runs when it is over. Returns
 * whether it does.
 */
export function leaveApart(key: string, watched: WatchedScreen, onEnd: () => void): boolean {
  if (!isApart() || video?.srcObject !== watched.stream) return false;
  kept = { key, watched, end: onEnd };
  watched.onLost = () => closeApart();
  video.muted = isSoundOff;
  return true;
}
/** Takes the connection to a screen back from the window, which goes on. */
export function takeApart(key: string): WatchedScreen | undefined {
  if (kept?.key !== key) return undefined;
  const { watched } = kept;
  kept = undefined;
  if (video !== undefined) video.muted = true;
  return watched;
}
/** Turns the sound of the window off or on, for the time when no page plays it. */
export function muteApart(isOff: boolean): void {
  isSoundOff = isOff;
  if (kept !== undefined && video !== undefined) video.muted = isOff;
}
/** Closes the window of who wants to see the screen no longer, before its page lets go of it. */
export function dropApart(): void {
  if (!isApart()) return;
  video!.srcObject = null;
  document.exitPictureInPicture().catch(() => {});
}
/** Closes a window that no page needs, unless it shows the screen with this key. */
export function closeApart(except?: string): void {
  if (kept === undefined || kept.key === except) return;
  end();
  if (isOpen()) document.exitPictureInPicture().catch(() => {});
}
