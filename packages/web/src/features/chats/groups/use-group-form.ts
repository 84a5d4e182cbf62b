import { useEffect, useState, type FormEvent } from 'react';
import { isBlank, isLonger } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { useNavigate } from '#lib/navigate.ts';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useCreateGroup } from './group-api.ts';

export type GroupFormState = ReturnType<typeof useGroupForm>;
/** Holds what the member enters about a new group chat, and creates it. */
export function useGroupForm() {
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
  const choose = (id: string, isChosen: boolean) =>
    setChosen((now) =>
      isChosen ? new Set([...now, id]) : new Set([...now].filter((one) => one !== id)),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(title)) return setWrong({ title: 'Введите название беседы' });
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
  return {
    title,
    setTitle,
    description,
    setDescription,
    avatar,
    setAvatar,
    face,
    chosen,
    choose,
    wrong,
    setWrong,
    isPending: create.isPending,
    submit,
  };
}
