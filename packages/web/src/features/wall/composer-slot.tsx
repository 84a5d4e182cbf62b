import { useState } from 'react';
import { part } from '#lib/browser/part.tsx';
import { mediaUrl } from '#lib/browser/media.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import styles from './composer-slot.module.css';

const Composer = part(
  async () => (await import('./post-composer.tsx')).PostComposer,
  ({ me }) => <ClosedComposer me={me} />,
);

type Me = { id: string; avatarUrl: string };
/**
 * The composer of the own wall as one line, which opens on a press. What was written before opens
 * it at once.
 */
export function ComposerSlot({ me }: { me: Me }) {
  const [{ text, poll, video }] = useKeptState('post', {
    text: '',
    audience: 'all',
    poll: null,
    video: null,
  });
  const [isPressed, setPressed] = useState(false);
  if (text === '' && poll === null && video === null && !isPressed)
    return <ClosedComposer me={me} onOpen={() => setPressed(true)} />;
  return <Composer me={me} focus={isPressed} />;
}
function ClosedComposer({ me, onOpen }: { me: Me; onOpen?: () => void }) {
  return (
    <Card className={styles.closed}>
      <Avatar id={me.id} src={mediaUrl('useravatars', me.avatarUrl, 160)} size={42} />
      <button type="button" className={styles.field} onClick={onOpen}>
        Что нового?
      </button>
    </Card>
  );
}
