import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Accepts files dropped anywhere on the conversation or pasted into it. Returns whether files are
 * dragged above it.
 */
export function useFileInput(
  place: RefObject<HTMLElement | null>,
  onFiles: (files: File[]) => void,
  isClosed: boolean,
): boolean {
  const [isOver, setOver] = useState(false);
  const give = useRef(onFiles);
  useEffect(() => {
    give.current = onFiles;
  });
  useEffect(() => {
    const conversation = place.current?.closest('section');
    if (conversation === null || conversation === undefined || isClosed) return;
    const listening = new AbortController();
    // `dragleave` fires for every child that the pointer crosses, so entries are counted.
    let depth = 0;
    const enter = (by: number) => {
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const listen = <K extends 'dragenter' | 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      name: K,
      handle: (event: HTMLElementEventMap[K]) => void,
    ) => conversation.addEventListener(name, handle, { signal: listening.signal });
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    listen('dragenter', (event) => {
      if (carriesFiles(event)) enter(1);
    });
    listen('dragleave', (event) => {
      if (carriesFiles(event)) enter(-1);
    });
    listen('dragover', (event) => {
      if (carriesFiles(event)) event.preventDefault();
    });
    listen('drop', (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      enter(-depth);
      give.current([...event.dataTransfer!.files]);
    });
    listen('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Text copied from an editor also carries a picture of itself; the text is what the user
      // means.
      if (files.length === 0 || event.clipboardData!.types.includes('text/plain')) return;
      event.preventDefault();
      give.current(files);
    });
    return () => {
      listening.abort();
      setOver(false);
    };
  }, [place, isClosed]);
  return isOver;
}
