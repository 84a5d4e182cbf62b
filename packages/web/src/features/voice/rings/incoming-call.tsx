import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconPhone, IconPhoneOff } from '#ui/icons.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { declineRing, dropRing, useRings, type Ring } from '../api.ts';
import { joinCall } from '../call/call.ts';
import { useRingTone } from './use-ring-tone.ts';
import styles from './incoming-call.module.css';

/** The call that waits for the member's answer, above every page. */
export function IncomingCall() {
  const ring = useRings()[0];
  useRingTone(ring === undefined || ring.isMuted ? null : 'incoming');
  return ring === undefined ? null : <Ringing key={ring.roomId} ring={ring} />;
}
function Ringing({ ring }: { ring: Ring }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { roomId, user, ends } = ring;
  // A page that missed the end of the call does not ring for ever.
  useEffect(() => {
    const timer = setTimeout(() => dropRing(queries, ring), Date.parse(ends) - Date.now() + 2_000);
    return () => clearTimeout(timer);
  }, [queries, ring, ends]);
  const answer = () => {
    dropRing(queries, ring);
    void navigate(`/messages/${roomId}`);
    void joinCall({ roomId, isGroup: false }, { isAnswer: true });
  };
  const decline = () => {
    dropRing(queries, ring);
    declineRing(roomId).catch((error: unknown) => showToast(sentenceOf(error), { tone: 'bad' }));
  };
  const name = displayName(user);
  return (
    <section className={styles.call} role="alertdialog" aria-label={`Звонит ${name}`}>
      <Avatar id={user._id} src={mediaUrl('useravatars', user.avatarUrl, 160)} size={56} />
      <span className={styles.words}>
        <b className={styles.name}>{name}</b>
        <span className={styles.status} role="alert">
          <span className="visually-hidden">{name}: </span>
          Звонит вам…
        </span>
      </span>
      <span className={styles.actions}>
        <Button variant="danger" icon={<IconPhoneOff />} onClick={decline}>
          Отклонить
        </Button>
        <Button variant="primary" icon={<IconPhone />} onClick={answer}>
          Ответить
        </Button>
      </span>
    </section>
  );
}
