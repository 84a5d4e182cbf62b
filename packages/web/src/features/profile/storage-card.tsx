import type { ReplyOf } from '@respa/contract/route';
import type * as storage from '@respa/contract/storage';
import { counted, sizeOf } from '#lib/text/format.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { useStorage } from './own-page-api.ts';
import styles from './storage-card.module.css';

type Stored = ReplyOf<typeof storage.usage>['stores'][number];
/** What each store holds, and how to make room in it. */
const WORDS: Record<storage.Store, { title: string; advice: string }> = {
  cloud: { title: 'Облако', advice: 'Удалите ненужные файлы и очистите корзину.' },
  videos: { title: 'Видео', advice: 'Удалите ненужные видео на своём канале.' },
  chats: {
    title: 'Файлы в переписках',
    advice: 'Удалите свои сообщения с ненужными фотографиями, видео и голосовыми.',
  },
  pictures: {
    title: 'Фотографии и картинки',
    advice: 'Удалите ненужные фотографии или посты с картинками.',
  },
};
/** The share of a quota from which the advice is shown. */
const NEARLY_FULL = 0.9;

/** How much of each quota the member's files use. */
export function StorageCard() {
  const usage = useStorage();
  return (
    <Card>
      <CardHead title="Место" />
      {usage.isPending ? (
        <Skeleton>
          {Object.keys(WORDS).map((store) => (
            <div key={store} className={styles.store}>
              <Bone height={20} width="40%" />
              <Bone height={8} />
              <Bone height={18} width="60%" />
            </div>
          ))}
        </Skeleton>
      ) : null}
      {usage.isError && usage.data === undefined ? (
        <ErrorState small onRetry={() => void usage.refetch()} />
      ) : null}
      {usage.data === undefined ? null : (
        <ul className={styles.stores}>
          {usage.data.stores.map((one) => (
            <StoreRow key={one.store} {...one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function StoreRow({ store, used, quota, files }: Stored) {
  const { title, advice } = WORDS[store];
  const share = quota === 0 ? 1 : used / quota;
  return (
    <li className={styles.store}>
      <span>{title}</span>
      <ProgressBar value={share * 100} label={`Занято: ${title}`} />
      <span className={styles.words}>
        {sizeOf(used)} из {sizeOf(quota)} · {counted(files, ['файл', 'файла', 'файлов'])}
      </span>
      {share < NEARLY_FULL ? null : (
        <span className={styles.words}>
          {share < 1 ? 'Места почти не осталось.' : 'Место закончилось.'} {advice}
        </span>
      )}
    </li>
  );
}
