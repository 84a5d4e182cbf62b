import { useEffect, useRef } from 'react';

/** What another page hands to the composer of a room: a text and files, not sent yet. */
type Handed = { roomId: string; text: string; files: readonly File[] };
let handed: Handed | null = null;

/** Hands a text and files to a room's composer, which takes them when the room opens. */
export function handToComposer(next: Handed): void {
  handed = next;
}
/** Adds what was handed to this room. What was typed before stays above it. */
export function useHanded(
  roomId: string,
  text: string,
  type: (text: string) => void,
  add: (files: readonly File[]) => void,
): void {
  const latest = useRef({ text, type, add });
  useEffect(() => {
    latest.current = { text, type, add };
  });
  useEffect(() => {
    if (handed?.roomId !== roomId) return;
    const { text: words, files } = handed;
    handed = null;
    const { text: typed } = latest.current;
    if (words !== '') latest.current.type(typed === '' ? words : `${typed}\n${words}`);
    if (files.length > 0) latest.current.add(files);
  }, [roomId]);
}
