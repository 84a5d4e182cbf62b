import { useMatch, useParams } from 'react-router';
import { RoomPane, RoomsList } from '#features/chats/parts.ts';
import { classNames } from '#lib/class-names.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkPreview } from '#ui/media/link-preview.ts';
import { previewOf } from './link-preview.tsx';
import styles from './messages.module.css';

/** Two panes where there is room, one where there is not. */
export function Messages() {
  const { id } = useParams();
  const isGroup = useMatch('/chat/:id') !== null;
  usePageTitle('Сообщения');
  return (
    <div className={classNames(styles.panes, id !== undefined && styles.open)}>
      <div className={styles.rooms}>
        <RoomsList openId={id} />
      </div>
      <div className={styles.conversation}>
        {id === undefined ? (
          <div className={styles.nothing}>
            <EmptyState art="conversation" text="Выберите, кому написать" />
          </div>
        ) : (
          <LinkPreview value={previewOf}>
            <RoomPane id={id} isGroup={isGroup} key={id} />
          </LinkPreview>
        )}
      </div>
    </div>
  );
}
