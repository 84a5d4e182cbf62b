import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { useCreatePost } from './authoring-api.ts';
import { PostFields } from './post-fields.tsx';
import { usePostForm } from './use-post-form.ts';

/** Writes a new post for the member's own wall, or saves it as a draft. */
export function PostComposer({
  me,
  isPage = false,
  focus = false,
  onDone,
}: {
  me: { id: string; avatarUrl: string };
  isPage?: boolean;
  focus?: boolean;
  onDone?: () => void;
}) {
  const form = usePostForm('post');
  const create = useCreatePost();
  const navigate = useNavigate();
  const primaryButton = useRef<HTMLButtonElement>(null);
  const { isDelayed } = form.delay;
  const submit = async (isDraft: boolean) => {
    if (!(await form.send((written) => create.mutateAsync({ ...written, isDraft })))) return;
    form.clear();
    // The pressed button disappears together with the submitted text.
    primaryButton.current?.focus();
    const list = isDelayed ? 'scheduled' : 'drafts';
    if (isDraft || isDelayed)
      return showToast(isDelayed ? 'Пост выйдет в назначенное время' : 'Черновик сохранён', {
        tone: 'good',
        action: { label: 'Открыть', onSelect: () => void navigate(`/user/${me.id}?wall=${list}`) },
      });
    showToast('Опубликовано', { tone: 'good' });
    onDone?.();
  };
  const isOpen = isPage || !form.isEmpty;
  return (
    <Card>
      <PostFields
        form={form}
        onSubmit={() => void submit(false)}
        focus={focus}
        minRows={isPage ? 5 : 1}
        isShort={!isOpen}
        before={<Avatar id={me.id} src={mediaUrl('useravatars', me.avatarUrl, 160)} size={42} />}
      >
        {form.isEmpty || form.isSending || isDelayed ? null : (
          <Button variant="plain" onClick={() => void submit(true)}>
            В черновики
          </Button>
        )}
        <Button
          ref={primaryButton}
          type="submit"
          variant={isOpen ? 'primary' : 'soft'}
          busy={form.isSending}
        >
          {isDelayed ? 'Отложить' : 'Опубликовать'}
        </Button>
      </PostFields>
    </Card>
  );
}
