import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { leads, roleIn } from '@respa/contract/group-roles';
import { sentenceOf } from '#lib/network/call.ts';
import { counted } from '#lib/text/format.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { useMyId } from '#lib/network/session.ts';
import { IconShield, IconShieldOff, IconUserMinus, IconUserPlus } from '#ui/icons.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { useExclude, useModerator, type Group, type Member } from './group-api.ts';
import styles from './group-window.module.css';

const onError = (error: Error) => showToast(sentenceOf(error), { tone: 'bad' });
const ROLES = { creator: 'Создатель', moderator: 'Модератор', member: '' };

/** The members of a group chat, with what the viewer may do to each. */
export function GroupMembers({ group, onAdd }: { group: Group; onAdd: () => void }) {
  return (
    <section aria-label="Участники">
      <header className={styles.listHead}>
        <h3 className={styles.listTitle}>
          {counted(group.membersCount, ['участник', 'участника', 'участников'])}
        </h3>
        <Button size="small" variant="soft" icon={<IconUserPlus />} onClick={onAdd}>
          Добавить участников
        </Button>
      </header>
      <ul className={styles.people}>
        {group.members.map((member) => (
          <MemberRow key={member._id} group={group} member={member} />
        ))}
      </ul>
    </section>
  );
}
function MemberRow({ group, member }: { group: Group; member: Member }) {
  const note = ROLES[roleIn(group, member._id)];
  return (
    <li className={styles.person}>
      <Link to={`/user/${member._id}`} className={styles.who}>
        <Avatar
          id={member._id}
          src={mediaUrl('useravatars', member.avatarUrl, 160)}
          size={40}
          online={member.isOnline}
        />
        <span className={styles.words}>
          <span className={styles.name}>{displayName(member)}</span>
          {note === '' ? null : <span className={styles.note}>{note}</span>}
        </span>
      </Link>
      <MemberMenu group={group} member={member} />
    </li>
  );
}
/** Nothing for who leads neither the group chat nor this member. */
function MemberMenu({ group, member }: { group: Group; member: Member }) {
  const me = useMyId();
  const exclude = useExclude(group._id);
  const moderator = useModerator(group._id);
  const [mine, theirs] = [roleIn(group, me), roleIn(group, member._id)];
  if (member._id === me || !leads(mine, theirs)) return null;
  const disconnectMember = async () => {
    const text = `${displayName(member)} больше не увидит беседу и её сообщения.`;
    if (await confirm({ title: 'Исключить из беседы?', text, action: 'Исключить', danger: true }))
      exclude.mutate(member._id, { onError });
  };
  const isModerator = theirs === 'moderator';
  return (
    <Menu
      label={`Действия: ${displayName(member)}`}
      items={[
        mine === 'creator' && {
          label: isModerator ? 'Убрать из модераторов' : 'Сделать модератором',
          icon: isModerator ? <IconShieldOff size={18} /> : <IconShield size={18} />,
          disabled: moderator.isPending,
          onSelect: () => moderator.mutate({ userId: member._id, isOn: !isModerator }, { onError }),
        },
        {
          label: 'Исключить',
          icon: <IconUserMinus size={18} />,
          danger: true,
          disabled: exclude.isPending,
          onSelect: () => void disconnectMember(),
        },
      ]}
    />
  );
}
