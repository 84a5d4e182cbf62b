import { lazy, Suspense, useState } from 'react';
import { ButtonLink } from '#ui/forms/button.tsx';
import { IconFolders, IconUsersPlus } from '#ui/icons.ts';
import { IconButton, IconLink } from '#ui/forms/icon-button.tsx';
import styles from './rooms-list.module.css';

const FoldersDialog = lazy(async () => ({
  default: (await import('../rooms/chat-windows.ts')).FoldersDialog,
}));

/** The title of the list of conversations, its folders, and the way to a new group chat. */
export function RoomsHead({ isBeside }: { isBeside: boolean }) {
  const [isSorting, setSorting] = useState(false);
  // Beside an open conversation, the page's heading is the conversation's.
  const Title = isBeside ? 'h2' : 'h1';
  return (
    <header className={styles.head}>
      <Title className={styles.title}>Сообщения</Title>
      <IconButton
        variant="quiet"
        label="Папки чатов"
        icon={<IconFolders />}
        className={styles.toFolders}
        onClick={() => setSorting(true)}
      />
      <span className={styles.word}>
        <ButtonLink to="/createchat" size="small" icon={<IconUsersPlus />}>
          Создать беседу
        </ButtonLink>
      </span>
      <span className={styles.sign}>
        <IconLink
          to="/createchat"
          variant="quiet"
          label="Создать беседу"
          icon={<IconUsersPlus />}
        />
      </span>
      {isSorting ? (
        <Suspense fallback={null}>
          <FoldersDialog onClose={() => setSorting(false)} />
        </Suspense>
      ) : null}
    </header>
  );
}
