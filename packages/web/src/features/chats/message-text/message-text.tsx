import { Link } from 'react-router';
import type { Message } from '../rooms/room-state.ts';
import { splitText } from './text-parts.ts';
import styles from './message-text.module.css';

/** Shows the text with links and mentions. Links to this site open inside the app. */
export function MessageText({
  message,
  className,
}: {
  message: Pick<Message, 'message' | 'mentions'>;
  className?: string | undefined;
}) {
  return (
    <p className={className}>
      {splitText(message, location.origin).map((part, index) => {
        if (part.kind === 'text') return part.text;
        // A part has no key other than its index; the text of a message changes as a whole.
        const key = `${index}`;
        if (part.kind === 'mention')
          return (
            <Link key={key} to={`/user/${part.userId}`} className={styles.mention}>
              {part.text}
            </Link>
          );
        if (part.isOurs)
          return (
            <Link key={key} to={part.href} className={styles.link}>
              {part.text}
            </Link>
          );
        return (
          <a
            key={key}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={styles.link}
          >
            {part.text}
          </a>
        );
      })}
    </p>
  );
}
