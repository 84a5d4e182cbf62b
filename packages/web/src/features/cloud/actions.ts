import { createContext, useContext } from 'react';
import type { Thing } from './api.ts';

/** What one can do with a thing of the cloud; the screen gives it to every tile, row and panel. */
export type CloudActions = {
  show: (thing: Thing | null) => void;
  rename: (thing: Thing) => void;
  move: (thing: Thing) => void;
  /** Into a folder at once: something was dropped on it. */
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
/** A thing that is being dragged, as other things of the page see it. */
export const carry = (transfer: DataTransfer, id: string): void => {
  transfer.setData(MIME, id);
  transfer.effectAllowed = 'move';
};
export const isCarried = (transfer: DataTransfer): boolean => transfer.types.includes(MIME);
export const carried = (transfer: DataTransfer): string => transfer.getData(MIME);
