import { useState } from 'react';
import type { ListPlace } from '../api.ts';
import { useFolders } from './list-api.ts';

const STORE = 'respa.chat-list';
/**
 * Returns the part of the list that this tab shows, and a function that changes it. A folder that
 * was deleted is left.
 */
export function useListPlace(): [ListPlace, (place: ListPlace) => void] {
  const [chosen, setChosen] = useState<ListPlace>(() => sessionStorage.getItem(STORE) ?? 'main');
  const folders = useFolders().data?.folders;
  const isGone =
    chosen !== 'main' &&
    chosen !== 'archive' &&
    folders !== undefined &&
    !folders.some(({ _id }) => _id === chosen);
  return [
    isGone ? 'main' : chosen,
    (place) => {
      sessionStorage.setItem(STORE, place);
      setChosen(place);
    },
  ];
}
