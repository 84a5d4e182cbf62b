import { lazy, Suspense, useEffect } from 'react';
import { useMatch, useParams } from 'react-router';
import { GROUP, onSent, PRIVATE, RoomNote, RoomPane, RoomsList } from '#features/chats/parts.ts';
import { part } from '#lib/browser/part.tsx';
import { classNames } from '#lib/browser/class-names.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { CloudChoice, type CloudChoiceProps } from '#ui/files/cloud-choice.ts';
import { LinkPreview } from '#ui/media/link-preview.ts';
import { previewOf } from './link-preview.tsx';
import styles from './messages.module.css';

// In the chunk of the conversations, because it lists them and writes into their composer.
export { Share } from './share.tsx';

const CloudPicker = lazy(async () => ({
  default: (await import('./cloud-choice.tsx')).CloudPicker,
}));
const chooseFromCloud = (props: CloudChoiceProps) => (
  <Suspense>
    <CloudPicker {...props} />
  </Suspense>
);

const loadAsking = () => import('#features/push/asking.ts');
const AskCard = part(async () => (await loadAsking()).AskCard);
/** After a sent message the member may be asked about notifications. */
const offerNotifications = () =>
  onSent(
    () =>
      void loadAsking().then(
        ({ askOnce }) => askOnce(),
        () => {},
      ),
  );

/** Shows two panes on wide screens and one on narrow screens. */
export function Messages() {
  const { id } = useParams();
  const kind = useMatch('/chat/:id') === null ? PRIVATE : GROUP;
  usePageTitle('Сообщения');
  useEffect(offerNotifications, []);
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
            <CloudChoice value={chooseFromCloud}>
              <RoomNote value={<AskCard />}>
                <RoomPane id={id} kind={kind} key={id} />
              </RoomNote>
            </CloudChoice>
          </LinkPreview>
        )}
      </div>
    </div>
  );
}
