import { useState, useSyncExternalStore } from 'react';
import { useIsOldBuild } from '#lib/browser/build.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { clock, dateTime } from '#lib/text/format.ts';
import { useKeptAge } from '#lib/member/kept-age.ts';
import { reloadIntoUpdate, useIsUpdateWaiting } from '#lib/service-worker/update-offer.ts';
import { IconCloudOff, IconRefresh, IconX } from '#ui/icons.ts';
import styles from './offline-bar.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns whether the browser reports a network. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

const isToday = (at: number): boolean => new Date(at).toDateString() === new Date().toDateString();

/**
 * Shows 'Нет связи' and how old the shown data is, or that the site is newer than this page. `lost`
 * reports what the browser cannot know: a live stream that cannot be restored.
 */
export function OfflineBar({ lost = false }: { lost?: boolean }) {
  const isOnline = useIsOnline();
  const isShown = lost || !isOnline;
  const keptAt = useKeptAge();
  const isPageOld = useIsOldBuild();
  const isOld = useIsUpdateWaiting() || isPageOld;
  const [isPutOff, setPutOff] = useState(false);
  return (
    <div role="status" className={styles.place}>
      {isShown ? (
        <div className={styles.bar}>
          <IconCloudOff size={18} aria-hidden="true" />
          {keptAt === null
            ? 'Нет связи'
            : `Вы не в сети. Показаны данные на ${isToday(keptAt) ? clock(keptAt) : dateTime(keptAt)}`}
        </div>
      ) : isOld && !isPutOff ? (
        <div className={classNames(styles.bar, styles.offer)}>
          <button type="button" className={styles.reload} onClick={() => void reloadIntoUpdate()}>
            <IconRefresh size={18} aria-hidden="true" />
            <span>
              Вышла новая версия. Обновить<span className="visually-hidden"> страницу</span>
            </span>
          </button>
          <button
            type="button"
            className={styles.later}
            aria-label="Позже"
            onClick={() => setPutOff(true)}
          >
            <IconX size={18} aria-hidden="true" />
          </button>
        </div>
      ) : null}
    </div>
  );
}
