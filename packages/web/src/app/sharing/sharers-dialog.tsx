import { useSharers, ObjectView, type Ref } from '#features/sharing/parts.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import styles from './sharing.module.css';

/** Who shared an object: the reposts that the viewer may see. */
export function SharersDialog({ of, onClose }: { of: Ref; onClose: () => void }) {
  const list = useSharers(of);
  const posts = list.data?.pages.flatMap((page) => page.posts) ?? [];
  return (
    <Modal open onClose={onClose} title="Кто поделился" size="small">
      <ListState
        small
        list={list}
        isEmpty={posts.length === 0}
        skeleton={<PeopleSkeleton rows={3} />}
        empty={<EmptyState small art="lock" text="Этими постами поделились не со всеми" />}
      />
      {/* A press on a name or on the post leaves the page. */}
      <ul className={styles.list}>
        {posts.map((card) => (
          <li
            key={card._id}
            onClickCapture={(event) => {
              if (event.target instanceof Element && event.target.closest('a')) onClose();
            }}
          >
            <ObjectView card={card} />
          </li>
        ))}
      </ul>
      <MorePages list={list} />
    </Modal>
  );
}
