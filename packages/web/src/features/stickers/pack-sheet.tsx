import { ApiError } from '#lib/network/call.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { usePack } from './api.ts';
import { PackActions, PackFacts, PackView } from './pack-view.tsx';
import styles from './pack-view.module.css';

/** The pack of a sticker in a conversation; `id` is null if the pack is not known. */
export function PackSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data: pack, error, refetch } = usePack(id);
  const isGone = id === null || (error instanceof ApiError && error.status === 404);
  return (
    <Modal open onClose={onClose} title={pack?.title ?? 'Набор стикеров'}>
      {pack !== undefined ? (
        <>
          <PackFacts pack={pack} />
          <PackActions pack={pack} />
          <PackView pack={pack} />
        </>
      ) : isGone ? (
        <p className={styles.facts}>Набор удалён или закрыт. Стикер остаётся в сообщении.</p>
      ) : error === null ? (
        <Spinner label="Загружаем набор" />
      ) : (
        <ErrorState small onRetry={() => void refetch()} />
      )}
    </Modal>
  );
}
