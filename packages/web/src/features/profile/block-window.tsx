import { useState } from 'react';
import { isolate } from '@respa/contract/characters';
import { useBlockAction, usePrivacy, useSetPrivacy } from '#features/people/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { Modal } from '#ui/overlays/modal.tsx';

type BlockWindowProps = {
  user: { _id: string; name: string };
  onClose: () => void;
};
/**
 * Asks before a user is blocked. A block stops the account, not the person: whatever is open
 * without signing in stays readable, so the window says so and offers to close the wall to
 * visitors.
 */
export function BlockWindow({ user, onClose }: BlockWindowProps) {
  const wall = usePrivacy().data?.wall;
  const [closesWall, setClosing] = useState(false);
  const setPrivacy = useSetPrivacy();
  const action = useBlockAction(user._id);
  const error = action.error ?? setPrivacy.error;
  const name = isolate(user.name);
  const block = async () => {
    try {
      if (closesWall) await setPrivacy.mutateAsync({ wall: 'members' });
      await action.mutateAsync('block');
    } catch {
      return;
    }
    showToast('Человек заблокирован', { tone: 'good' });
    onClose();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Заблокировать?"
      size="small"
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            Отмена
          </Button>
          <Button
            variant="danger"
            busy={action.isPending || setPrivacy.isPending}
            onClick={() => void block()}
          >
            Заблокировать
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          {name} не увидит вашу страницу и посты, не найдёт вас и не сможет вам писать. Если вы
          друзья, дружба закончится.
        </p>
        {wall === undefined ? null : wall === 'all' || closesWall ? (
          <>
            <p>
              Ваша стена открыта и тем, кто не вошёл на сайт: посты с картинками и фотографии можно
              посмотреть без входа, и блокировка этому не помешает.
            </p>
            <Checkbox
              checked={closesWall}
              disabled={action.isPending || setPrivacy.isPending}
              label="Показывать стену только участникам Респы"
              helpText="Изменить можно в настройках приватности"
              onChange={setClosing}
            />
          </>
        ) : (
          <p>Без входа на сайт вашу стену никто не увидит.</p>
        )}
        <p>Файлы облака с доступом по ссылке откроет каждый, у кого она есть.</p>
        {error ? <p role="alert">{sentenceOf(error)}</p> : null}
      </Stack>
    </Modal>
  );
}
