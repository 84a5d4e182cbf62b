import { sentenceOf } from '#lib/network/call.ts';
import { counted } from '#lib/text/format.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import {
  countContents,
  useMakeFolder,
  useMove,
  useRename,
  useRestore,
  useThrow,
  type Thing,
} from './api.ts';

const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** The changes that the list makes to the cloud, with undo. */
export function useChanges(folder: string, onGone: (id: string) => void) {
  const throwAway = useThrow();
  const restore = useRestore();
  const move = useMove();
  const make = useMakeFolder(folder);
  const rename = useRename();
  const drop = async (thing: Thing) => {
    if (thing.type === 'folder') {
      const { files } = await countContents(thing._id);
      if (
        files > 0 &&
        !(await confirm({
          title: `Удалить папку «${thing.name}»?`,
          text: `В ней ${counted(files, ['файл', 'файла', 'файлов'])}. Тридцать дней всё можно вернуть из корзины.`,
          action: 'Удалить',
          danger: true,
        }))
      )
        return;
    }
    await throwAway.mutateAsync(thing._id);
    onGone(thing._id);
    const back = () =>
      restore.mutate(thing._id, {
        onSuccess: () => showToast('Возвращено', { tone: 'good' }),
        onError: fail,
      });
    showToast(thing.type === 'folder' ? 'Папка в корзине' : 'Файл в корзине', {
      action: { label: 'Вернуть', onSelect: back },
    });
  };
  return {
    drop: (thing: Thing) => void drop(thing).catch(fail),
    moveTo: (id: string, folderId: string) =>
      move.mutate(
        { id, folderId },
        { onSuccess: () => showToast('Перемещено', { tone: 'good' }), onError: fail },
      ),
    makeFolder: (name: string) => make.mutateAsync(name),
    rename: (id: string, name: string) => rename.mutateAsync({ id, name }),
  };
}
