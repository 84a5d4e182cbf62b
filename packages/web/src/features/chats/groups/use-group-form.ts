import { useState, type FormEvent } from 'react';
import { isBlank, isLonger } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { useKeptFiles } from '#lib/member/kept-files.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useCreateGroup } from './group-api.ts';
import { randomId } from '#lib/browser/random-id.ts';

export type GroupFormState = ReturnType<typeof useGroupForm>;
/** Holds what the member enters about a new group chat, and creates it. */
export function useGroupForm() {
  const [{ title, description, members }, setText, forgetText, isRestored] = useKeptState(
    'group-chat',
    {
      title: '',
      description: '',
      members: [] as string[],
    },
  );
  const chosen: ReadonlySet<string> = new Set(members);
  const [avatar, setAvatar, forgetAvatar] = useKeptFiles<Blob | null>('group-chat', null);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  // The creature for a group chat without a picture is drawn from its id, which is not known yet.
  const [face] = useState(() => randomId());
  const create = useCreateGroup();
  const navigate = useNavigate();
  const choose = (id: string, isChosen: boolean) =>
    setText((before) => ({
      ...before,
      members: [...before.members.filter((one) => one !== id), ...(isChosen ? [id] : [])],
    }));
  const forget = () => {
    forgetText();
    forgetAvatar();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(title)) return setWrong({ title: 'Введите название беседы' });
    if (isLonger(description, LENGTHS.description) || create.isPending) return;
    create.mutate(
      { title, description, members, avatar },
      {
        onSuccess: ({ room }) => {
          forget();
          navigate(`/chat/${room._id}`, { replace: true });
        },
        onError: (error) =>
          error instanceof ApiError && Object.keys(error.fields).length > 0
            ? setWrong(error.fields)
            : showToast(sentenceOf(error), { tone: 'bad' }),
      },
    );
  };
  return {
    title,
    setTitle: (value: string) => setText((before) => ({ ...before, title: value })),
    description,
    setDescription: (value: string) => setText((before) => ({ ...before, description: value })),
    avatar,
    setAvatar,
    face,
    chosen,
    choose,
    wrong,
    setWrong,
    isPending: create.isPending,
    submit,
    restored: { isRestored, forget },
  };
}
