import { sentenceOf } from '#lib/network/call.ts';
import { day, sizeOf } from '#lib/text/format.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconTrash } from '#ui/icons.ts';
import { ItemIcon } from './item-icon.tsx';
import type { useErase, useRestore, useTrash } from './api.ts';
import styles from './trash-view.module.css';

const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

type TrashRowProps = {
  thing: NonNullable<ReturnType<typeof useTrash>['data']>['pages'][number]['files'][number];
  restore: ReturnType<typeof useRestore>;
  erase: ReturnType<typeof useErase>;
};
/** A deleted item, with buttons to restore it and to delete it for good. */
export function TrashRow({ thing, restore, erase }: TrashRowProps) {
  const eraseOne = async (id: string, name: string) => {
    if (
      await confirm({
        title: `Удалить «${name}» навсегда?`,
        text: 'Вернуть будет нельзя.',
        action: 'Удалить',
        danger: true,
      })
    )
      erase.mutate(id, { onError: fail });
  };
  return (
    <li className={styles.row}>
      <ItemIcon thing={thing} size="row" />
      <span className={styles.words}>
        <span className={styles.name}>{thing.name}</span>
        <span className={styles.more}>
          {thing.type === 'folder' ? 'Папка' : sizeOf(thing.size)} · до {day(thing.dies)}
        </span>
      </span>
      <Button
        size="small"
        aria-label={`Вернуть: ${thing.name}`}
        busy={restore.isPending && restore.variables === thing._id}
        onClick={() =>
          restore.mutate(thing._id, {
            onSuccess: () => showToast('Возвращено', { tone: 'good' }),
            onError: fail,
          })
        }
      >
        Вернуть
      </Button>
      <IconButton
        label={`Удалить навсегда: ${thing.name}`}
        icon={<IconTrash />}
        busy={erase.isPending && erase.variables === thing._id}
        onClick={() => void eraseOne(thing._id, thing.name)}
      />
    </li>
  );
}
