import { useState, type FormEvent } from 'react';
import { IconCheck, IconDoorExit, IconTrash, IconUserMinus, IconUserPlus } from '#ui/icons.ts';
import { Link } from 'react-router';
import { LENGTHS } from '@respa/contract/limits';
import { displayName, isBlank, isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useKeptState } from '#lib/kept-state.ts';
import { counted } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { useMyId } from '#lib/network/session.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { AvatarChoice } from './avatar-choice.tsx';
import {
  useDescribe,
  useExclude,
  useGroupAvatar,
  useRename,
  type Group,
  type Member,
} from './group-api.ts';
import styles from './group-window.module.css';

const fail = (error: Error) => showToast(sentenceOf(error), { tone: 'bad' });

type GroupSettingsProps = {
  group: Group;
  onAdd: () => void;
  onLeave: () => void;
  onDelete: () => void;
};

export function GroupSettings({ group, onAdd, onLeave, onDelete }: GroupSettingsProps) {
  const isCreator = group.creator === useMyId();
  const avatar = useGroupAvatar(group._id);
  const takeAvatar = async () => {
    if (await confirm({ title: 'Убрать фотографию?', action: 'Убрать', danger: true }))
      avatar.mutate(null, { onError: fail });
  };
  return (
    <div className={styles.settings}>
      <AvatarChoice
        id={group._id}
        src={mediaUrl('chatavatars', group.avatarUrl, 160)}
        busy={avatar.isPending}
        onChoose={(file, done) => avatar.mutate(file, { onSuccess: done, onError: fail })}
        onRemove={group.avatarUrl === '' ? undefined : () => void takeAvatar()}
      />
      <Title group={group} />
      <Description group={group} />
      <Members group={group} isCreator={isCreator} onAdd={onAdd} />
      <div className={styles.end}>
        <Button icon={<IconDoorExit />} onClick={onLeave}>
          Выйти из беседы
        </Button>
        {isCreator ? (
          <Button variant="danger" icon={<IconTrash />} onClick={onDelete}>
            Удалить беседу
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function Title({ group }: { group: Group }) {
  // The edited title; null shows the stored title, also when another member has just changed it.
  const [draft, setDraft] = useKeptState<string | null>(`group.${group._id}.title`, null);
  const title = draft ?? group.title;
  const [wrong, setWrong] = useState('');
  const rename = useRename(group._id);
  const isChanged = title.trim() !== group.title;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(title)) return setWrong('Введите название беседы');
    if (!isChanged || rename.isPending) return;
    rename.mutate(title, {
      onSuccess: () => {
        setDraft(null);
        showToast('Сохранено', { tone: 'good' });
      },
      onError: (error) =>
        setWrong(
          (error instanceof ApiError ? error.fields['title'] : undefined) ?? sentenceOf(error),
        ),
    });
  };
  return (
    <Form onSubmit={save}>
      <TextField
        label="Название"
        value={title}
        maxLength={LENGTHS.title}
        error={wrong}
        helpText={isChanged ? 'Enter — сохранить' : undefined}
        enterKeyHint="done"
        onChange={(value) => {
          setDraft(value);
          setWrong('');
        }}
        end={
          isChanged ? (
            <IconButton
              type="submit"
              label="Переименовать"
              size="small"
              icon={<IconCheck size={20} />}
              busy={rename.isPending}
            />
          ) : null
        }
      />
    </Form>
  );
}
function Description({ group }: { group: Group }) {
  const [draft, setDraft] = useKeptState<string | null>(`group.${group._id}.description`, null);
  const description = draft ?? group.description;
  const describe = useDescribe(group._id);
  const isChanged = description.trim() !== group.description;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isLonger(description, LENGTHS.description)) return;
    describe.mutate(description, {
      onSuccess: () => {
        setDraft(null);
        showToast('Сохранено', { tone: 'good' });
      },
      onError: fail,
    });
  };
  return (
    <Form onSubmit={save} className={styles.description}>
      <TextArea
        label="Описание"
        placeholder="О чём беседа"
        minRows={2}
        maxRows={6}
        limit={LENGTHS.description}
        value={description}
        onChange={setDraft}
      />
      {isChanged ? (
        <Button type="submit" size="small" variant="primary" busy={describe.isPending}>
          Сохранить описание
        </Button>
      ) : null}
    </Form>
  );
}

function Members({
  group,
  isCreator,
  onAdd,
}: {
  group: Group;
  isCreator: boolean;
  onAdd: () => void;
}) {
  const exclude = useExclude(group._id);
  const disconnectMember = async (member: Member) => {
    const text = `${displayName(member)} больше не увидит беседу и её сообщения.`;
    if (await confirm({ title: 'Исключить из беседы?', text, action: 'Исключить', danger: true }))
      exclude.mutate(member._id, { onError: fail });
  };
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
          <li key={member._id} className={styles.person}>
            <Link to={`/user/${member._id}`} className={styles.who}>
              <Avatar
                id={member._id}
                src={mediaUrl('useravatars', member.avatarUrl, 160)}
                size={40}
                online={member.isOnline}
              />
              <span className={styles.words}>
                <span className={styles.name}>{displayName(member)}</span>
                {member._id === group.creator ? (
                  <span className={styles.note}>создатель</span>
                ) : null}
              </span>
            </Link>
            {isCreator && member._id !== group.creator ? (
              <IconButton
                label={`Исключить: ${displayName(member)}`}
                icon={<IconUserMinus size={20} />}
                busy={exclude.isPending && exclude.variables === member._id}
                onClick={() => void disconnectMember(member)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
