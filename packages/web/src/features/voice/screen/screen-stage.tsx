import { useState } from 'react';
import * as screen from '@respa/contract/voice-screen';
import { shorten } from '#lib/text/format.ts';
import { call as ask, sentenceOf } from '#lib/network/call.ts';
import { useMyId } from '#lib/network/session.ts';
import { useLeads } from '#features/chats/parts.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconScreenShare } from '#ui/icons.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useVoiceMembers, useVoiceScreen, type VoiceScreen } from '../api.ts';
import type { Call } from '../call/call-state.ts';
import { stopScreen, useOwnScreen } from './own-screen.ts';
import { ScreenVideo } from './screen-video.tsx';
import styles from './screen-stage.module.css';
import { asksFirst } from './watch.ts';

/** Longer names are cut, in characters. */
const NAME = 20;
type StageProps = { call: Call };
/** The screen that is shown in the voice room, above its conversation. */
export function ScreenStage({ call }: StageProps) {
  const shown = useVoiceScreen(call.roomId);
  const me = useMyId();
  if (shown === null) return null;
  if (shown.user === me) return <Own />;
  return <Stage key={shown.user} call={call} shown={shown} />;
}
/** Only the tab that shows the screen can end it by this. */
function Own() {
  if (useOwnScreen() === null) return null;
  return (
    <div className={styles.line}>
      <IconScreenShare size={20} />
      <span className={styles.words}>Вы показываете экран всем, кто в голосовой комнате</span>
      <Button size="small" onClick={() => void stopScreen()}>
        Закончить
      </Button>
    </div>
  );
}
function Stage({
  call: { roomId, isGroup, isDeaf, status },
  shown,
}: StageProps & { shown: VoiceScreen }) {
  const [isOn, setOn] = useState(() => !asksFirst());
  const member = useVoiceMembers(roomId).find(({ user }) => user === shown.user);
  const name = member === undefined ? 'участник' : shorten(member.name, NAME);
  if (!isOn)
    return (
      <div className={styles.line}>
        <IconScreenShare size={20} />
        <span className={styles.words}>
          Экран показывает <b className={styles.name}>{name}</b>
          {asksFirst() ? (
            <span className={styles.note}>Мобильный трафик: до 20 МБ в минуту</span>
          ) : null}
        </span>
        <Button size="small" variant="primary" onClick={() => setOn(true)}>
          Смотреть
        </Button>
      </div>
    );
  return (
    <ScreenVideo
      roomId={roomId}
      shown={shown}
      name={name}
      isDeaf={isDeaf}
      isInside={status === 'connected'}
      onClose={() => setOn(false)}
      end={isGroup ? <EndButton roomId={roomId} userId={shown.user} /> : null}
    />
  );
}
/** Ends the screen for all, for who leads the group. */
function EndButton({ roomId, userId }: { roomId: string; userId: string }) {
  const isLeading = useLeads(roomId, true, userId);
  const [isBusy, setBusy] = useState(false);
  if (!isLeading) return null;
  const end = async () => {
    setBusy(true);
    try {
      await ask(screen.stop, { params: { roomId, userId } });
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'bad' });
    }
    setBusy(false);
  };
  return (
    <Button
      size="small"
      variant="plain"
      className={styles.end}
      busy={isBusy}
      onClick={() => void end()}
    >
      Остановить для всех
    </Button>
  );
}
