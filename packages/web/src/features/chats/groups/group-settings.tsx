import { useState, type FormEvent } from 'react';
import { IconCheck, IconDoorExit, IconTrash } from '#ui/icons.ts';
import { LENGTHS } from '@respa/contract/limits';
import { isBlank, isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { useMyId } from '#lib/network/session.ts';
import { Button } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { AvatarChoice } from './avatar-choice.tsx';
import { useDescribe, useGroupAvatar, useRename, type Group } from './group-api.ts';
import { GroupMembers } from './group-members.tsx';
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
      <GroupMembers group={group} onAdd={onAdd} />
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
