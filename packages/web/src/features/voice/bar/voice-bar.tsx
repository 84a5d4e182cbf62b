import { useState } from 'react';
import { Link } from 'react-router';
import { useMyId } from '#lib/network/session.ts';
import { shorten } from '#lib/text/format.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import {
  IconHeadphones,
  IconHeadphonesOff,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
} from '#ui/icons.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { part } from '#lib/browser/part.tsx';
import { useCalled, useVoiceMembers, useVoiceScreen } from '../api.ts';
import type { Call } from '../call/call-state.ts';
import { leaveCall } from '../call/call.ts';
import { hold } from '../call/keys.ts';
import { usePreferences } from '../call/preferences.ts';
import { toggleMicrophone, toggleSound } from '../call/own-sound.ts';
import { useRingTone } from '../rings/use-ring-tone.ts';
import { useSpeaking } from '../rooms/speaking.ts';
import { CallTime } from './call-time.tsx';
import { QualityMark } from './quality-mark.tsx';
import { RoomTitle } from './room-title.tsx';
import styles from './voice-bar.module.css';

const ScreenControl = part<{ call: Call }>(async () => {
  const file = await import('../screen/screen-control.tsx');
  return file.ScreenControl;
});
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
const NAME = 20;
const NO_MICROPHONE = 'Вас не слышно: нет микрофона';
const LISTENER = 'Вы слушаете';
const BLOCKED = 'Нажмите где угодно, чтобы слышать разговор';
const WAITING = { joining: 'Соединение…', reconnecting: 'Связь прервалась, соединяем снова…' };

/** The call of this tab, above every page. */
export function VoiceBar({ call }: { call: Call }) {
  const { roomId, isGroup, status, isMuted, isDeaf, problem } = call;
  const isSilent = isMuted || problem !== null;
  return (
    <section className={styles.bar} aria-label="Голосовая комната">
      <Link to={`/${isGroup ? 'chat' : 'messages'}/${roomId}`} className={styles.words}>
        <span className={styles.title}>
          <RoomTitle roomId={roomId} isGroup={isGroup} />
        </span>
        <span className={styles.status} role={status === 'connected' ? undefined : 'status'}>
          {status === 'connected' ? <Present call={call} /> : WAITING[status]}
        </span>
      </Link>
      <Announced call={call} />
      <span className={styles.marks}>
        {status === 'connected' ? (
          <>
            {call.path === 'site' ? <span className={styles.path}>через сайт</span> : null}
            {call.quality === null ? null : <QualityMark quality={call.quality} />}
            <span className={styles.time}>
              <CallTime since={call.since} />
            </span>
          </>
        ) : (
          <Spinner size={18} />
        )}
      </span>
      <span className={styles.controls}>
        <MicrophoneButton isSilent={isSilent} />
        <IconButton
          label={isDeaf ? 'Включить звук' : 'Выключить звук'}
          aria-pressed={isDeaf}
          icon={isDeaf ? <IconHeadphonesOff /> : <IconHeadphones />}
          className={isDeaf ? styles.off : undefined}
          onClick={() => void toggleSound()}
        />
        <ScreenControl call={call} />
        <IconButton
          label="Выйти из голосовой комнаты"
          icon={<IconPhoneOff />}
          className={styles.leave}
          onClick={() => void leaveCall()}
        />
      </span>
    </section>
  );
}
/** Mutes. Where a key lets the member be heard, a finger on the button does the same. */
function MicrophoneButton({ isSilent }: { isSilent: boolean }) {
  const { isByVoice } = usePreferences();
  const [isHeld, setHeld] = useState(false);
  const press = (on: boolean) => {
    setHeld(on);
    hold(on);
  };
  const isHoldButton = !isByVoice && !isSilent && isTouch();
  const label = isSilent ? 'Включить микрофон' : 'Выключить микрофон';
  return (
    <IconButton
      label={isHoldButton ? 'Держите, чтобы вас слышали' : label}
      title={`${label} (Alt + M)`}
      aria-keyshortcuts="Alt+M"
      aria-pressed={isHoldButton ? isHeld : isSilent}
      icon={isSilent ? <IconMicrophoneOff /> : <IconMicrophone />}
      variant={isHeld ? 'primary' : 'plain'}
      className={isSilent ? styles.off : undefined}
      {...(isHoldButton
        ? {
            onPointerDown: () => press(true),
            onPointerUp: () => press(false),
            onPointerCancel: () => press(false),
            onPointerLeave: () => press(false),
            onContextMenu: (event) => event.preventDefault(),
          }
        : { onClick: () => void toggleMicrophone() })}
    />
  );
}
/** What a screen reader says at once; who speaks it would say over the voices. */
function Announced({ call: { status, problem, isBlocked, isMuted } }: { call: Call }) {
  const microphone = isMuted ? 'Микрофон выключен' : 'Микрофон включён';
  const own =
    problem === null
      ? microphone
      : problem === 'full'
        ? 'Вы только слушаете'
        : 'Микрофона нет: вас не слышно';
  const said = isBlocked ? 'Нажмите любую клавишу, чтобы слышать разговор' : own;
  return (
    <span className="visually-hidden" role="status">
      {status === 'connected' ? said : ''}
    </span>
  );
}
/** Who speaks, or who is there. */
function Present({ call: { roomId, isMuted, problem, path, isBlocked } }: { call: Call }) {
  const members = useVoiceMembers(roomId);
  const speaking = useSpeaking(roomId);
  const screen = useVoiceScreen(roomId);
  const me = useMyId();
  const isCalling = useCalled(roomId) !== null;
  useRingTone(isCalling ? 'outgoing' : null);
  if (isBlocked) return BLOCKED;
  const own = members.find(({ user }) => user === me);
  if (own?.isServerMuted === true) return 'Ваш микрофон выключили для всех';
  if (problem === 'full') return LISTENER;
  if (problem !== null) return NO_MICROPHONE;
  const names = members
    .filter(({ user }) => user !== me && speaking.includes(user))
    .map(({ name }) => shorten(name, NAME));
  if (isCalling) return 'Звоним…';
  if (names.length > 0) return `${names.length === 1 ? 'Говорит' : 'Говорят'} ${names.join(', ')}`;
  const shows = members.find(({ user }) => user !== me && user === screen?.user);
  if (shows !== undefined) return `Экран показывает ${shorten(shows.name, NAME)}`;
  const isAlone = members.every(({ user }) => user === me);
  const state = isMuted ? 'Ваш микрофон выключен' : 'Вы на связи';
  return (
    <>
      {path === 'site' ? <span className={styles.narrow}>Через сайт · </span> : null}
      {isAlone ? 'Пока здесь только вы' : state}
    </>
  );
}
