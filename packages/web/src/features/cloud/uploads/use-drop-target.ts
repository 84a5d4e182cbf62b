import { useState, type DragEvent } from 'react';
import { carried, isCarried, useCloudActions } from '../actions.ts';

/** Makes a folder a drop target for cloud items. */
export function useDropPlace(folderId: string | null) {
  const { moveTo } = useCloudActions();
  const [isOver, setOver] = useState(false);
  if (folderId === null) return { isOver: false, place: {} };
  return {
    isOver,
    place: {
      onDragOver: (event: DragEvent) => {
        if (!isCarried(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!isCarried(event.dataTransfer)) return;
        event.preventDefault();
        setOver(false);
        const id = carried(event.dataTransfer);
        if (id !== folderId) moveTo(id, folderId);
      },
    },
  };
}
