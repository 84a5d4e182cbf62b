import { IconFolderUp, IconUpload } from '#ui/icons.ts';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { counted } from '#lib/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { DropZone } from '#ui/forms/drop-zone.tsx';
import { EmptyState, ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { FileInput } from '#ui/forms/file-input.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { TilesSkeleton } from '#ui/feedback/skeleton.tsx';
import { CloudActionsContext, type CloudActions } from './actions.ts';
import { addDropped } from './uploads/add-files.ts';
import {
  invalidateCloud,
  countContents,
  useFolder,
  useFound,
  useMakeFolder,
  useMove,
  useRename,
  useRestore,
  useThrow,
  type Thing,
} from './api.ts';
import { AudienceDialog } from './audience-dialog.tsx';
import styles from './cloud-screen.module.css';
import { Crumbs } from './crumbs.tsx';
import { Details, DetailsCard } from './details.tsx';
import { readChosen, readDropped, type Dropped } from './uploads/dropped-entries.ts';
import { MoveDialog } from './move-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { QuotaBar } from './quota-bar.tsx';
import { SendDialog } from './send-dialog.tsx';
import { ItemsView } from './items-view.tsx';
import { Toolbar } from './toolbar.tsx';
import { onArrival, restoreUploads } from './uploads/upload-queue.ts';
import { useIsWide } from './use-wide.ts';
import { useViewChoice } from './view-choice.ts';

/** The documented types. Other types are accepted too, and stored as they are. */
const OFFERED =
  '.png .jpg .jpeg .bmp .mp4 .avi .mp3 .gif .doc .docx .pdf .txt .apk .xls .xlsx .ppt .pptx .zip .rar .7z .webm .webp .flac .cfg .sav'.split(
    ' ',
  );
const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });
type Asked = { what: 'folder' } | { what: 'rename' | 'move' | 'share' | 'send'; thing: Thing };

/** One folder of the member's cloud. */
export function CloudScreen({ folder }: { folder: string }) {
  const [choice, setChoice] = useViewChoice();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [shown, setShown] = useState<Thing | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isWide = useIsWide();
  const list = useFolder(folder, choice.sort, choice.order);
  const found = useFound(query);
  const source = query === '' ? list : found;
  const things = useMemo<Thing[]>(
    () =>
      (query === '' ? list.data?.pages : found.data?.pages)?.flatMap((page) => page.files) ?? [],
    [query, list.data, found.data],
  );
  const current = shown === null ? null : (things.find((one) => one._id === shown._id) ?? shown);
  const changes = useChanges(folder, (id) => setShown((one) => (one?._id === id ? null : one)));
  const actions = useActions(changes, setShown, setAsked);
  useArrivals();

  const close = () => setAsked(null);
  const add = (files: Promise<Dropped[]> | Dropped[]) =>
    void Promise.resolve(files)
      .then((dropped) => addDropped(dropped, folder))
      .catch(fail);
  const chooseFolder = () => {
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      webkitdirectory: true,
    });
    input.onchange = () => add(readChosen(Array.from(input.files ?? [])));
    input.click();
  };
  if (list.error instanceof ApiError && list.error.status === 404)
    return <NotFoundState text="Такой папки нет" />;
  const aside =
    current !== null && isWide ? (
      <>
        <DetailsCard thing={current} />
        <QuotaBar />
      </>
    ) : (
      <QuotaBar />
    );
  return (
    <CloudActionsContext value={actions}>
      <PageHead
        title="Облако"
        action={
          <div className={styles.buttons}>
            <IconButton
              variant="quiet"
              label="Загрузить папку"
              icon={<IconFolderUp />}
              onClick={chooseFolder}
            />
            <FileInput
              accept={OFFERED}
              multiple
              onFiles={(files) => add(files.map((file) => ({ file, folders: [] })))}
            >
              <Button variant="primary" icon={<IconUpload size={18} aria-hidden="true" />}>
                Загрузить
              </Button>
            </FileInput>
          </div>
        }
      />
      <DropZone
        onFiles={(files) => add(files.map((file) => ({ file, folders: [] })))}
        onTransfer={(transfer) => add(readDropped(transfer))}
        label="Отпустите, чтобы загрузить сюда"
        className={styles.zone}
      >
        <Columns aside={aside}>
          <Toolbar
            query={typed}
            onQuery={setTyped}
            choice={choice}
            onChoice={setChoice}
            onNewFolder={() => setAsked({ what: 'folder' })}
          />
          <Card>
            {query === '' ? (
              <Crumbs folder={folder} />
            ) : (
              <p className={styles.found}>Найдено во всём облаке</p>
            )}
            {source.isPending ? <TilesSkeleton tiles={8} ratio="4 / 3" /> : null}
            {source.isError && things.length === 0 ? (
              <ErrorState onRetry={() => void source.refetch()} />
            ) : null}
            {source.isSuccess && things.length === 0 ? <Empty isSearch={query !== ''} /> : null}
            {things.length > 0 ? (
              <ItemsView
                key={`${folder} ${query}`}
                things={things}
                look={choice.look}
                shownId={current?._id ?? null}
                label="Файлы и папки"
                hasMore={source.hasNextPage}
                isLoading={source.isFetchingNextPage}
                isFailed={source.isFetchNextPageError}
                onMore={() => void source.fetchNextPage()}
                {...(query === ''
                  ? {}
                  : {
                      where: (thing: Thing) =>
                        thing.folder.id === '' ? 'Облако' : thing.folder.name,
                    })}
              />
            ) : null}
          </Card>
          {isWide ? null : <QuotaBar />}
        </Columns>
      </DropZone>
      {current !== null && !isWide && asked === null ? (
        <Modal open onClose={() => setShown(null)} title={current.name}>
          <Details thing={current} />
        </Modal>
      ) : null}
      {asked?.what === 'folder' ? (
        <NameDialog
          title="Новая папка"
          label="Имя папки"
          action="Создать"
          name=""
          onName={changes.makeFolder}
          onClose={close}
        />
      ) : null}
      {asked?.what === 'rename' ? (
        <NameDialog
          title="Переименовать"
          label="Новое имя"
          action="Переименовать"
          name={asked.thing.name}
          onName={(name) => changes.rename(asked.thing._id, name)}
          onClose={close}
        />
      ) : null}
      {asked?.what === 'move' ? <MoveDialog thing={asked.thing} onClose={close} /> : null}
      {asked?.what === 'send' ? <SendDialog file={asked.thing} onClose={close} /> : null}
      {asked?.what === 'share' ? <AudienceDialog file={asked.thing} onClose={close} /> : null}
    </CloudActionsContext>
  );
}

/**
 * Returns the same object for the whole life of the page, so that a thousand tiles do not rerender
 * because another page of them has loaded.
 */
function useActions(
  changes: ReturnType<typeof useChanges>,
  show: (thing: Thing | null) => void,
  ask: (asked: Asked) => void,
): CloudActions {
  const latest = useRef(changes);
  useEffect(() => {
    latest.current = changes;
  });
  return useMemo(
    () => ({
      show,
      drop: (thing) => latest.current.drop(thing),
      moveTo: (id, folderId) => latest.current.moveTo(id, folderId),
      send: (thing) => ask({ what: 'send', thing }),
      rename: (thing) => ask({ what: 'rename', thing }),
      move: (thing) => ask({ what: 'move', thing }),
      share: (thing) => ask({ what: 'share', thing }),
    }),
    [show, ask],
  );
}

function Empty({ isSearch }: { isSearch: boolean }): ReactNode {
  if (isSearch) return <EmptyState art="search" text="Ничего не нашли" />;
  return (
    <EmptyState
      art="folder"
      text="Здесь пока пусто"
      more="Перетащите сюда файлы или целую папку."
    />
  );
}

/** The changes that the list makes to the cloud, with undo. */
function useChanges(folder: string, onGone: (id: string) => void) {
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
/** Resumes unfinished uploads, and refetches the cloud when files have arrived. */
function useArrivals(): void {
  const queries = useQueryClient();
  useEffect(() => {
    void restoreUploads();
    return onArrival(() => void invalidateCloud(queries));
  }, [queries]);
}
