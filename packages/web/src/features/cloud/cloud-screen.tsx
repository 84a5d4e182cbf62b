import { useDeferredValue, useState } from 'react';
import { ApiError } from '#lib/network/call.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { DropZone } from '#ui/files/drop-zone.tsx';
import { NotFoundState } from '#ui/feedback/empty-state.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { CloudHead } from './cloud-head.tsx';
import { CloudItems } from './cloud-items.tsx';
import { CloudDialog, type Asked } from './dialogs/cloud-dialog.tsx';
import { CloudActionsContext, useActions } from './actions.ts';
import { useChanges } from './use-changes.ts';
import { useThings } from './use-things.ts';
import { addInto } from './uploads/add-into.ts';
import { useArrivals } from './uploads/use-arrivals.ts';
import type { Thing } from './api.ts';
import { Details, DetailsCard } from './details.tsx';
import { readDropped } from './uploads/dropped-entries.ts';
import { QuotaBar } from './quota-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { useIsWide } from '#lib/browser/use-wide.ts';
import { useViewChoice } from './view-choice.ts';
import styles from './cloud-screen.module.css';

/** One folder of the member's cloud. */
export function CloudScreen({ folder }: { folder: string }) {
  const [choice, setChoice] = useViewChoice();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [shown, setShown] = useState<Thing | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isWide = useIsWide();
  const { list, source, things } = useThings(folder, query, choice);
  const current = shown === null ? null : (things.find((one) => one._id === shown._id) ?? shown);
  const changes = useChanges(folder, (id) => setShown((one) => (one?._id === id ? null : one)));
  const actions = useActions(changes, setShown, setAsked);
  useArrivals();

  const add = addInto(folder);
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
      <CloudHead onAdd={add} />
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
          <CloudItems
            folder={folder}
            query={query}
            source={source}
            things={things}
            look={choice.look}
            shownId={current?._id ?? null}
            onAdd={add}
            onClear={() => setTyped('')}
          />
          {isWide ? null : <QuotaBar />}
        </Columns>
      </DropZone>
      {current !== null && !isWide && asked === null ? (
        <Modal open onClose={() => setShown(null)} title={current.name}>
          <Details thing={current} />
        </Modal>
      ) : null}
      {asked === null ? null : (
        <CloudDialog
          asked={asked}
          changes={changes}
          // A late response closes only the dialog that asked for it, not the one that followed.
          onClose={() => setAsked((now) => (now === asked ? null : now))}
        />
      )}
    </CloudActionsContext>
  );
}
