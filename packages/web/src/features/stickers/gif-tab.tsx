import { classNames } from '#lib/browser/class-names.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconX } from '#ui/icons.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { useGifs, useRemoveGif, type Gif } from './api.ts';
import styles from './panel.module.css';

/** The saved GIFs. A press sends one. */
export function GifTab({ onSend }: { onSend: (gif: Gif) => void }) {
  const list = useGifs();
  const remove = useRemoveGif();
  const gifs = list.data?.pages.flatMap((page) => page.gifs);
  if (gifs === undefined)
    return (
      <div className={styles.tab}>
        {list.isError ? (
          <ErrorState small onRetry={() => void list.refetch()} />
        ) : (
          <Spinner className={styles.wait} label="Загружаем GIF" />
        )}
      </div>
    );
  if (gifs.length === 0)
    return (
      <div className={styles.tab}>
        <p className={styles.note}>
          Здесь будут GIF, которые вы сохраните: откройте меню сообщения и выберите «Сохранить GIF».
        </p>
      </div>
    );
  return (
    <div className={styles.tab}>
      <ul className={classNames(styles.grid, styles.gifs)} aria-label="Сохранённые GIF">
        {gifs.map((gif, at) => (
          <li key={gif._id} className={styles.gif}>
            <button
              type="button"
              className={styles.send}
              aria-label={`Отправить GIF ${at + 1}`}
              onClick={() => onSend(gif)}
            >
              <img src={mediaUrl('gifs', gif.name)!} alt="" loading="lazy" />
            </button>
            <span className={styles.drop}>
              <IconButton
                label={`Убрать GIF ${at + 1}`}
                icon={<IconX size={18} />}
                onClick={() => remove.mutate(gif._id)}
              />
            </span>
          </li>
        ))}
        <li>
          <InfiniteList
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            isFailed={list.isFetchNextPageError}
            onMore={() => void list.fetchNextPage()}
            ahead={200}
          />
        </li>
      </ul>
    </div>
  );
}
