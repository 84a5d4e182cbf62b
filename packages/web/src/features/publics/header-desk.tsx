import { sentenceOf } from '#lib/call.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHead } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.ts';
import { showHint } from '#ui/hints.ts';
import type { Public } from './api.ts';
import { HeaderForm } from './header-form.tsx';
import styles from './staff-cards.module.css';
import { subscribersOf } from './public-row.tsx';
import { useCreatePublic, useEditPublic, useRemovePublic } from './running.ts';

export function NewPublic() {
  const create = useCreatePublic();
  const navigate = useNavigate();
  return (
    <HeaderForm
      isBusy={create.isPending}
      error={create.error}
      action="Создать группу"
      back="/publics"
      onSend={(given) =>
        create.mutate(given, {
          onSuccess: () => {
            showHint('Группа создана', { tone: 'good' });
            navigate('/publics');
          },
        })
      }
    />
  );
}
export function ChangedPublic({ group }: { group: Public }) {
  const edit = useEditPublic(group._id);
  const navigate = useNavigate();
  return (
    <HeaderForm
      group={group}
      isBusy={edit.isPending}
      error={edit.error}
      action="Сохранить"
      back={`/public/${group._id}`}
      onSend={(given) =>
        edit.mutate(given, {
          onSuccess: () => {
            showHint('Сохранено', { tone: 'good' });
            navigate(`/public/${group._id}`);
          },
        })
      }
    />
  );
}
export function RemovalCard({ group }: { group: Public }) {
  const remove = useRemovePublic(group._id);
  const navigate = useNavigate();
  const drop = async () => {
    if (
      !(await confirm({
        title: `Удалить группу «${group.name}»?`,
        text: `Вместе с ней пропадут все записи и комментарии, её потеряют ${subscribersOf(group.subscribersCount)}. Вернуть её будет нельзя.`,
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(undefined, {
      onSuccess: () => {
        showHint('Группа удалена');
        navigate('/publics');
      },
      onError: (error) => showHint(sentenceOf(error), { tone: 'bad' }),
    });
  };
  return (
    <Card>
      <CardHead title="Удаление" />
      <p className={styles.hint}>
        Группа исчезнет сразу и навсегда. Если она больше не нужна вам одному, передайте её
        подписчику.
      </p>
      <Button variant="danger" busy={remove.isPending} onClick={() => void drop()}>
        Удалить группу
      </Button>
    </Card>
  );
}
