import { useLayoutEffect, type RefObject } from 'react';

/** Keeps the toasts above an element at the lower edge of the screen. */
export function useToastsAbove(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    const measure = () =>
      page.style.setProperty(
        '--hints-above',
        `${Math.max(0, innerHeight - (element.current?.getBoundingClientRect().top ?? innerHeight))}px`,
      );
    const watcher = new ResizeObserver(measure);
    watcher.observe(element.current!);
    window.addEventListener('resize', measure);
    return () => {
      watcher.disconnect();
      window.removeEventListener('resize', measure);
      page.style.removeProperty('--hints-above');
    };
  }, [element]);
}
