import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import styles from './player.module.css';

/** In seconds: the delay before the next video starts automatically. */
const NEXT_SECONDS = 5;

/** The next video after the end: it starts automatically, unless the viewer cancels it. */
export function NextVideo({
  title,
  isAuto,
  onGo,
}: {
  title: string;
  isAuto: boolean;
  onGo: () => void;
}) {
  const [left, setLeft] = useState(isAuto ? NEXT_SECONDS : null);
  const go = useRef(onGo);
  useEffect(() => {
    go.current = onGo;
  });
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return go.current();
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <div className={styles.next}>
      <p className={styles.nextTitle}>Дальше: {title}</p>
      <div className={styles.nextButtons}>
        <Button variant="primary" onClick={onGo}>
          {left === null ? 'Следующее видео' : `Следующее видео через ${left}`}
        </Button>
        {left === null ? null : <Button onClick={() => setLeft(null)}>Остаться здесь</Button>}
      </div>
    </div>
  );
}
