import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { losersOf } from '#lib/text/subscribers.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { CommunityDetails } from '../api.ts';
import { HeaderForm } from './header-form.tsx';
import styles from './staff-cards.module.css';
import { useCreateCommunity, useEditCommunity, useRemoveCommunity } from './staff-api.ts';

export function NewCommunity() {
  const create = useCreateCommunity();
  const navigate = useNavigate();
  return (
    <HeaderForm
      isBusy={create.isPending}
      error={create.error}
      action="Создать группу"
      back="/publics"
      onSend={async (input) => {
        await create.mutateAsync(input);
        showToast('Группа создана', { tone: 'good' });
        navigate('/publics');
      }}
    />
  );
}
export function EditCommunity({ community }: { community: CommunityDetails }) {
  const edit = useEditCommunity(community._id);
  const navigate = useNavigate();
  return (
    <HeaderForm
      community={community}
      isBusy={edit.isPending}
      error={edit.error}
      action="Сохранить"
      back={`/public/${community._id}`}
      onSend={async (input) => {
        await edit.mutateAsync(input);
        showToast('Сохранено', { tone: 'good' });
        navigate(`/public/${community._id}`);
      }}
    />
  );
}
export function RemovalCard({ community }: { community: CommunityDetails }) {
  const remove = useRemoveCommunity(community._id);
  const navigate = useNavigate();
  const drop = async () => {
    if (
      !(await confirm({
        title: `Удалить группу «${community.name}»?`,
        text: `Вместе с ней пропадут все посты и комментарии, её ${losersOf(community.subscribersCount)}. Вернуть её будет нельзя.`,
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast('Группа удалена');
        navigate('/publics');
      },
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  return (
    <Card>
      <CardHead title="Удаление" />
      <p className={styles.helpText}>
        Группа исчезнет сразу и навсегда. Если она больше не нужна вам одному, передайте её
        подписчику.
      </p>
      <Button variant="danger" busy={remove.isPending} onClick={() => void drop()}>
        Удалить группу
      </Button>
    </Card>
  );
}
