import { useEffect, useState, type FormEvent } from 'react';
import { GROUP_MEMBERS, LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { counted } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { AvatarChoice } from './avatar-choice.tsx';
import { FriendPicker } from './friend-picker.tsx';
import { useCreateGroup } from './group-api.ts';
import styles from './group-window.module.css';

/** The form for a new group chat: its name, its picture and its first members. */
export function GroupForm() {
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [avatar, setAvatar] = useState<{ file: Blob; url: string } | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [wrong, setWrong] = useState<Record<string, string>>({});
  // The creature for a group chat without a picture is drawn from its id, which is not known yet.
  const [face] = useState(() => crypto.randomUUID());
  const create = useCreateGroup();
  const navigate = useNavigate();
  useEffect(
    () => () => {
      if (avatar !== null) URL.revokeObjectURL(avatar.url);
    },
    [avatar],
  );
  const isFull = chosen.size >= GROUP_MEMBERS - 1;
  const choose = (id: string, isChosen: boolean) =>
    setChosen((now) =>
      isChosen ? new Set([...now, id]) : new Set([...now].filter((one) => one !== id)),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === '') return setWrong({ title: 'Введите название беседы' });
    if (isLonger(description, LENGTHS.description) || create.isPending) return;
    create.mutate(
      { title, description, members: [...chosen], avatar: avatar?.file ?? null },
      {
        onSuccess: ({ room }) => navigate(`/chat/${room._id}`, { replace: true }),
        onError: (error) =>
          error instanceof ApiError && Object.keys(error.fields).length > 0
            ? setWrong(error.fields)
            : showToast(sentenceOf(error), { tone: 'bad' }),
      },
    );
  };
  return (
    <Form onSubmit={submit} className={styles.form}>
      <Card>
        <div className={styles.settings}>
          <AvatarChoice
            id={face}
            src={avatar?.url ?? null}
            onChoose={(file, done) => {
              setAvatar({ file, url: URL.createObjectURL(file) });
              done();
            }}
            onRemove={avatar === null ? undefined : () => setAvatar(null)}
          />
          <TextField
            label="Название"
            required
            placeholder="Например, «Рейд по субботам»"
            maxLength={LENGTHS.title}
            value={title}
            error={wrong['title']}
            onChange={(value) => {
              setTitle(value);
              setWrong({});
            }}
          />
          <TextArea
            label="Описание"
            placeholder="По желанию"
            minRows={2}
            maxRows={6}
            limit={LENGTHS.description}
            value={description}
            error={wrong['description']}
            onChange={setDescription}
          />
        </div>
      </Card>
      <Card>
        <CardHead title="Участники" />
        <div className={styles.settings}>
          <p className={styles.helpText} role="status">
            {chosen.size === 0
              ? 'Отметьте друзей. Позвать их можно и потом.'
              : `${counted(chosen.size, ['друг', 'друга', 'друзей'])} и вы`}
          </p>
          <FriendPicker
            row={(friend) => (
              <Checkbox
                className={styles.check}
                checked={chosen.has(friend._id)}
                disabled={isFull && !chosen.has(friend._id)}
                onChange={(isChosen) => choose(friend._id, isChosen)}
                label={
                  <span className={styles.who}>
                    <Avatar
                      id={friend._id}
                      src={mediaUrl('useravatars', friend.avatarUrl, 160)}
                      size={40}
                      online={friend.isOnline}
                    />
                    <span className={styles.name}>
                      {friend.name} {friend.surname}
                    </span>
                  </span>
                }
              />
            )}
          />
        </div>
      </Card>
      <div className={styles.submit}>
        <Button onClick={() => navigate('/messages')}>Отмена</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Создать беседу
        </Button>
      </div>
    </Form>
  );
}
