import { useState } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { Select } from '#ui/forms/select.tsx';
import type { Post } from './api.ts';
import { AUDIENCES, useSetAudience } from './authoring-api.ts';

/** Changes the audience of an existing post. */
export function AudienceWindow({ post, onClose }: { post: Post; onClose: () => void }) {
  const [audience, setAudience] = useState(post.audience);
  const set = useSetAudience();
  const save = () => {
    if (audience === post.audience) return onClose();
    set.mutate(
      { id: post._id, audience },
      {
        onSuccess: () => {
          showToast(
            audience === 'friends'
              ? 'Теперь пост видят только друзья'
              : 'Теперь пост видят все, кому открыта стена',
            { tone: 'good' },
          );
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Кто видит пост"
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" busy={set.isPending} onClick={save}>
            Сохранить
          </Button>
        </>
      }
    >
      <Select
        label="Кто видит пост"
        hideLabel
        value={audience}
        options={AUDIENCES}
        onChange={setAudience}
        error={set.error ? sentenceOf(set.error) : undefined}
        helpText={
          audience === 'friends'
            ? 'Остальные не найдут его ни на стене, ни по ссылке.'
            : 'Кому открыта стена, вы выбираете в настройках приватности.'
        }
      />
    </Modal>
  );
}
