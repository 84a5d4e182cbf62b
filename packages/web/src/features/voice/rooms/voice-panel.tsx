import { lazy, Suspense, useState } from 'react';
import { displayName } from '@respa/contract/characters';
import { useLeads } from '#features/chats/parts.ts';
import { counted } from '#lib/text/format.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { useMyId } from '#lib/network/session.ts';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { Button } from '#ui/forms/button.tsx';
import { IconHeadphonesOff, IconMicrophoneOff, IconSettings } from '#ui/icons.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import type { VoicePlace } from '#ui/media/voice-slot.ts';
import { part } from '#lib/browser/part.tsx';
import { useVoiceMembers, useVoiceScreen, type VoiceMember } from '../api.ts';
import { useCall, type Call } from '../call/call-state.ts';
import { joinCall } from '../call/call.ts';
import { usePreferences } from '../call/preferences.ts';
import { useSpeaking } from './speaking.ts';
import styles from './voice-panel.module.css';

const ScreenStage = part<{ call: Call }>(async () => {
  const file = await import('../screen/screen-stage.tsx');
  return file.ScreenStage;
});
const PersonDialog = lazy(async () => ({
  default: (await import('./person-dialog.tsx')).PersonDialog,
}));
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
        <Inside place={place} members={members} speaking={speaking} />
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
type PeopleProps = {
  place: VoicePlace;
  members: readonly VoiceMember[];
  speaking: readonly string[];
};
type MemberProps = { member: VoiceMember; isSpeaking: boolean };
function Inside({ place: { roomId, isGroup }, members, speaking }: PeopleProps) {
  const me = useMyId();
  const [shown, setShown] = useState<string>();
  const person = members.find(({ user }) => user === shown);
  const isLeading = useLeads(roomId, isGroup, shown ?? '');
  return (
    <div className={styles.inside}>
      <ul className={styles.members}>
        {members.map((member) => (
          <Member
            key={member.user}
            member={member}
            isSpeaking={speaking.includes(member.user)}
            onShow={member.user === me ? undefined : () => setShown(member.user)}
          />
        ))}
      </ul>
      <IconLink to="/settings/voice" label="Микрофон и звук" icon={<IconSettings />} />
      {person === undefined ? null : (
        <Suspense>
          <PersonDialog
            roomId={roomId}
            member={person}
            isLeading={isLeading}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
function Member({
  member,
  isSpeaking,
  onShow,
}: MemberProps & { onShow: (() => void) | undefined }) {
  const isMe = onShow === undefined;
  const { volumes } = usePreferences();
  const isMuted = member.isMuted || member.isServerMuted;
  const state = [
    isSpeaking ? 'говорит' : '',
    member.isServerMuted ? 'микрофон выключен для всех' : isMuted ? 'микрофон выключен' : '',
    member.isDeaf ? 'звук выключен' : '',
    volumes[member.user] === 0 ? 'вы не слышите этого человека' : '',
  ].filter((part) => part !== '');
  return (
    <li>
      <button
        type="button"
        className={styles.member}
        title={[displayName(member), ...state].join(', ')}
        aria-haspopup={isMe ? undefined : 'dialog'}
        aria-disabled={isMe || undefined}
        onClick={onShow}
      >
        <Face member={member} isSpeaking={isSpeaking} size={44} />
        {isMuted || member.isDeaf ? (
          <span className={styles.state}>
            {member.isDeaf ? <IconHeadphonesOff size={13} /> : <IconMicrophoneOff size={13} />}
          </span>
        ) : null}
        <span className={styles.name}>{isMe ? 'Вы' : member.name}</span>
        <span className="visually-hidden">{state.join(', ')}</span>
      </button>
    </li>
  );
}
function Outside({
  place,
  members,
  speaking,
  isShown,
}: PeopleProps & {
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
