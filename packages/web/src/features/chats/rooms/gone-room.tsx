import { HiddenHead } from '#ui/layout/page-head.tsx';
import { NotFoundState } from '#ui/feedback/empty-state.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import styles from './room.module.css';

/** Shown for a room that does not exist for the viewer. */
export function GoneRoom({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.gone}>
      <HiddenHead title={title} />
      <NotFoundState text={text} action={<ButtonLink to="/messages">К сообщениям</ButtonLink>} />
    </div>
  );
}
