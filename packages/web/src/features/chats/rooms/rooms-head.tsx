import { ButtonLink } from '#ui/forms/button.tsx';
import { IconUsersPlus } from '#ui/icons.ts';
import { IconLink } from '#ui/forms/icon-button.tsx';
import styles from './rooms-list.module.css';

/** The title of the list of conversations, and the way to a new group chat. */
export function RoomsHead({ isBeside }: { isBeside: boolean }) {
  // Beside an open conversation, the page's heading is the conversation's.
  const Title = isBeside ? 'h2' : 'h1';
  return (
    <header className={styles.head}>
      <Title className={styles.title}>Сообщения</Title>
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
    </header>
  );
}
