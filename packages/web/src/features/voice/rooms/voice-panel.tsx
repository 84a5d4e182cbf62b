import { displayName } from '@respa/contract/characters';
import { counted } from '#lib/format.ts';
import { classNames } from '#lib/class-names.ts';
import { mediaUrl } from '#lib/media.ts';
import { useMyId } from '#lib/network/session.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconHeadphonesOff, IconMicrophoneOff } from '#ui/icons.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import type { VoicePlace } from '#ui/media/voice-slot.ts';
import { part } from '#lib/part.tsx';
import { useVoiceMembers, useVoiceScreen, type VoiceMember } from '../api.ts';
import { useCall, type Call } from '../call/call-state.ts';
import { joinCall } from '../call/call.ts';
import { useSpeaking } from './speaking.ts';
import styles from './voice-panel.module.css';

const ScreenStage = part<{ call: Call }>(async () => {
  const file = await import('../screen/screen-stage.tsx');
  return file.ScreenStage;
});
/** Faces before the count of the rest. */
const FACES = 5;

/** Below the header of a conversation: who is in its voice room and who speaks. */
export function VoicePanel(place: VoicePlace) {
  const members = useVoiceMembers(place.roomId);
  const speaking = useSpeaking(place.roomId);
  const screen = useVoiceScreen(place.roomId);
  const call = useCall();
  const isInside = call?.roomId === place.roomId;
  if (members.length === 0) return null;
  return (
    <section className={styles.panel} aria-label="Кто в голосовой комнате">
      {isInside && screen !== null ? <ScreenStage call={call} /> : null}
      {isInside ? (
        <ul className={styles.members}>
          {members.map((member) => (
            <Member key={member.user} member={member} isSpeaking={speaking.includes(member.user)} />
          ))}
        </ul>
      ) : (
        <Outside place={place} members={members} speaking={speaking} isShown={screen !== null} />
      )}
    </section>
  );
}
function Face({ member, isSpeaking, size }: MemberProps & { size: number }) {
  return (
    <span className={classNames(styles.face, isSpeaking && styles.speaking)}>
      <Avatar id={member.user} src={mediaUrl('useravatars', member.avatarUrl, 160)} size={size} />
    </span>
  );
}
type MemberProps = { member: VoiceMember; isSpeaking: boolean };
function Member({ member, isSpeaking }: MemberProps) {
  const isMe = useMyId() === member.user;
  const isMuted = member.isMuted || member.isServerMuted;
  const state = [
    isSpeaking ? 'говорит' : '',
    member.isServerMuted
      ? 'микрофон выключен создателем беседы'
      : isMuted
        ? 'микрофон выключен'
        : '',
    member.isDeaf ? 'звук выключен' : '',
  ].filter((part) => part !== '');
  return (
    <li className={styles.member} title={[displayName(member), ...state].join(', ')}>
      <Face member={member} isSpeaking={isSpeaking} size={44} />
      {isMuted || member.isDeaf ? (
        <span className={styles.state}>
          {member.isDeaf ? <IconHeadphonesOff size={13} /> : <IconMicrophoneOff size={13} />}
        </span>
      ) : null}
      <span className={styles.name}>{isMe ? 'Вы' : member.name}</span>
      <span className="visually-hidden">{state.join(', ')}</span>
    </li>
  );
}
function Outside({
  place,
  members,
  speaking,
  isShown,
}: {
  place: VoicePlace;
  members: readonly VoiceMember[];
  speaking: readonly string[];
  isShown: boolean;
}) {
  const rest = members.length - FACES;
  return (
    <div className={styles.outside}>
      <span className={styles.faces} aria-hidden="true">
        {members.slice(0, FACES).map((member) => (
          <Face
            key={member.user}
            member={member}
            isSpeaking={speaking.includes(member.user)}
            size={28}
          />
        ))}
        {rest > 0 ? <span className={styles.rest}>+{rest}</span> : null}
      </span>
      <span className={styles.words}>
        <b>Голосовая комната</b>
        <span>
          {members.length === 1
            ? displayName(members[0]!)
            : counted(members.length, ['человек', 'человека', 'человек'])}
          {isShown ? ' · идёт показ экрана' : null}
        </span>
      </span>
      {place.isClosed ? null : (
        <Button size="small" variant="primary" onClick={() => void joinCall(place)}>
          Войти
        </Button>
      )}
    </div>
  );
}
