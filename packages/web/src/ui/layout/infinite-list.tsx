import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import styles from './infinite-list.module.css';
import { Spinner } from '#ui/feedback/spinner.tsx';

type InfiniteListProps = {
  /** Whether there are more pages. */
  hasMore: boolean;
  isLoading: boolean;
  /** The last page failed to load: nothing is requested until the user presses the button. */
  isFailed?: boolean | undefined;
  onMore: () => void;
  /** How far before the end the next page is requested. */
  ahead?: number | undefined;
  /** Shown while the next page loads. Bones of the list's own rows fit best. */
  skeleton?: ReactNode;
};

/** Sits at the end of a list and requests the next page before the user gets there. */
export function InfiniteList({
  hasMore,
  isLoading,
  isFailed = false,
  onMore,
  ahead = 900,
  skeleton,
}: InfiniteListProps) {
  const mark = useRef<HTMLDivElement>(null);
  const ask = useRef(onMore);
  useEffect(() => {
    ask.current = onMore;
  });

  const mayAsk = hasMore && !isLoading && !isFailed;
  useEffect(() => {
    const element = mark.current;
    if (!element || !mayAsk) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && ask.current(), {
      rootMargin: `${ahead}px 0px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [mayAsk, ahead]);

  return (
    <div ref={mark} className={styles.mark}>
      {isFailed ? <Button onClick={onMore}>Не загрузилось, повторить</Button> : null}
      {isLoading && !isFailed ? (skeleton ?? <Spinner label="Загружаем ещё" />) : null}
    </div>
  );
}
