import { useLayoutEffect, useRef, useState } from 'react';

/** Measures the width of a list and its distance from the top of the page. */
export function useListPlace() {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ width: 600, top: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      setPlace((old) =>
        old.width === width && old.top === top + window.scrollY
          ? old
          : { width, top: top + window.scrollY },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { list, place };
}
