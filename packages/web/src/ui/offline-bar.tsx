import { useIsOldBuild } from '#lib/build.ts';
import { IconCloudOff, IconRefresh } from '#ui/icons.ts';
import { useSyncExternalStore } from 'react';
import styles from './offline-bar.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser believes that it has a network. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine, () => true);
}

/** 'Нет связи', or that the site is newer than this page. `lost` is for what the browser cannot know: a stream that does not come back. */
export function OfflineBar({ lost = false }: { lost?: boolean }) {
  const isOnline = useIsOnline();
  const isShown = lost || !isOnline;
  const isOld = useIsOldBuild();
  return (
    <div role="status" className={styles.place}>
      {isShown ? (
        <div className={styles.bar}>
          <IconCloudOff size={18} aria-hidden="true" />
          Нет связи
        </div>
      ) : isOld ? (
        <button type="button" className={styles.bar} onClick={() => location.reload()}>
          <IconRefresh size={18} aria-hidden="true" />
          Респа обновилась. Обновить страницу
        </button>
      ) : null}
    </div>
  );
}
