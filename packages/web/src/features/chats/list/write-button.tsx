import type { ReactNode } from 'react';
import * as chats from '@respa/contract/chats';
import { call, sentenceOf } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconMessage2 } from '#ui/icons.ts';
import { showToast } from '#ui/feedback/toasts.ts';

type WriteButtonProps = {
  id: string;
  icon?: ReactNode;
  isPrimary?: boolean;
  label?: string;
  /** The path of the page that the message is about. It is attached to the first message. */
  about?: string;
};
/** Finds or creates the private room with a user and opens it. */
export function WriteButton({ id, icon, isPrimary, label = 'Написать', about }: WriteButtonProps) {
  const open = useOpenRoom(id, about);
  return (
    <Button
      variant={isPrimary ? 'primary' : 'quiet'}
      icon={icon}
      busy={open.isPending}
      onClick={() => open.mutate()}
    >
      {label}
    </Button>
  );
}
/** The same in a row of a list: an icon named after the person. */
export function WriteIcon({ id, name }: { id: string; name: string }) {
  const open = useOpenRoom(id);
  return (
    <IconButton
      label={`Написать: ${name}`}
      icon={<IconMessage2 size={22} />}
      busy={open.isPending}
      onClick={() => open.mutate()}
    />
  );
}
function useOpenRoom(id: string, about?: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () =>
      (await call(chats.checkRoom, { params: { userId: id } })).room ??
      (await call(chats.createRoom, { params: { userId: id } })).room,
    onSuccess: (room) =>
      navigate(`/messages/${room._id}`, {
        state: about === undefined ? null : { attached: about },
      }),
    onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
  });
}
