import { useState } from 'react';
import { BOOKMARKED_KINDS, type BookmarkedKind } from '@respa/contract/bookmarks';
import {
  BookmarkList,
  FolderDialog,
  useFolders,
  useRemoveFolder,
  type Folder,
} from '#features/bookmarks/parts.ts';
import { useAddressParams } from '#lib/navigation/address-params.ts';
import { counted } from '#lib/text/format.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/forms/button.tsx';
import { Select } from '#ui/forms/select.tsx';
import { IconFolderPlus, IconPencil, IconTrash } from '#ui/icons.ts';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import styles from './bookmarks.module.css';

const KINDS: readonly { value: BookmarkedKind | 'all'; label: string }[] = [
  { value: 'all', label: 'Всё' },
  { value: 'userpost', label: 'Посты' },
  { value: 'publicpost', label: 'Посты групп' },
  { value: 'video', label: 'Видео' },
  { value: 'app', label: 'Игры' },
  { value: 'ad', label: 'Объявления' },
];

/** The actions on the folder that is shown. */
function FolderActs({ folder, onGone }: { folder: Folder; onGone: () => void }) {
  const [isNaming, setNaming] = useState(false);
  const remove = useRemoveFolder();
  const drop = async () => {
    const kept = counted(folder.count, ['закладка', 'закладки', 'закладок']);
    const isSure = await confirm({
      title: `Удалить папку «${folder.name}»?`,
      text: folder.count === 0 ? 'В ней ничего нет.' : `${kept} останется без папки.`,
      action: 'Удалить',
      danger: true,
    });
    if (!isSure) return;
    remove.mutate(folder._id, {
      onSuccess: () => {
        showToast('Папка удалена');
        onGone();
      },
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  return (
    <>
      <Menu
        label={`Действия с папкой «${folder.name}»`}
        items={[
          {
            label: 'Переименовать',
            icon: <IconPencil size={18} />,
            onSelect: () => setNaming(true),
          },
          {
            label: 'Удалить',
            icon: <IconTrash size={18} />,
            danger: true,
            apart: true,
            onSelect: () => void drop(),
          },
        ]}
      />
      {isNaming ? <FolderDialog folder={folder} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

/** The member's bookmarks, by folder and by kind; both are in the address. */
export function Bookmarks() {
  usePageTitle('Закладки');
  const { address, put } = useAddressParams();
  const [isNaming, setNaming] = useState(false);
  const { data } = useFolders();
  const kind = BOOKMARKED_KINDS.find((one) => one === address.get('kind'));
  const folder = data?.folders.find(({ _id }) => _id === address.get('folder'));
  const folders = data?.folders ?? [];
  return (
    <Columns>
      <PageHead
        title="Закладки"
        text="Их видите только вы."
        action={
          <Button
            icon={<IconFolderPlus size={18} aria-hidden="true" />}
            onClick={() => setNaming(true)}
          >
            Новая папка
          </Button>
        }
      />
      <Card>
        <div className={styles.filters}>
          <Select
            label="Папка"
            value={folder?._id ?? 'all'}
            options={[
              { value: 'all', label: `Все закладки (${data?.count ?? 0})` },
              ...folders.map(({ _id, name, count }) => ({
                value: _id,
                label: `${name} (${count})`,
              })),
            ]}
            onChange={(value) => put({ folder: value === 'all' ? '' : value })}
          />
          <Select
            label="Что показать"
            value={kind ?? 'all'}
            options={KINDS}
            onChange={(value) => put({ kind: value === 'all' ? '' : value })}
          />
          {folder === undefined ? null : (
            <FolderActs folder={folder} onGone={() => put({ folder: '' })} />
          )}
        </div>
      </Card>
      <BookmarkList kind={kind} folder={folder?._id} />
      {isNaming ? (
        <FolderDialog
          folder={null}
          onClose={() => setNaming(false)}
          onCreated={(id) => put({ folder: id })}
        />
      ) : null}
    </Columns>
  );
}
