import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import type { useChanges } from './use-changes.ts';
import type { Asked } from './dialogs/cloud-dialog.tsx';
import type { Thing } from './api.ts';

/** The actions on a cloud item. The page provides them to every tile, row and panel. */
export type CloudActions = {
  show: (thing: Thing | null) => void;
  rename: (thing: Thing) => void;
  move: (thing: Thing) => void;
  /** Moves an item into a folder at once, after it was dropped there. */
  moveTo: (id: string, folderId: string) => void;
  send: (thing: Thing) => void;
  share: (thing: Thing) => void;
  drop: (thing: Thing) => void;
};
export const CloudActionsContext = createContext<CloudActions | null>(null);
export function useCloudActions(): CloudActions {
  const actions = useContext(CloudActionsContext);
  if (actions === null) throw new Error('no cloud around');
  return actions;
}

const MIME = 'application/x-respa-cloud';
/** Writes the dragged item's id into the transfer, for other elements of the page to read. */
export const carry = (transfer: DataTransfer, id: string): void => {
  transfer.setData(MIME, id);
  transfer.effectAllowed = 'move';
};
export const isCarried = (transfer: DataTransfer): boolean => transfer.types.includes(MIME);
export const carried = (transfer: DataTransfer): string => transfer.getData(MIME);

/**
 * Returns the same object for the whole life of the page, so that a thousand tiles do not rerender
 * because another page of them has loaded.
 */
export function useActions(
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
