import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { addDropped } from './add-files.ts';
import type { Dropped } from './dropped-entries.ts';

/** Returns the function that uploads files into a folder. */
export const addInto = (folder: string) => (files: Promise<Dropped[]> | Dropped[]) =>
  void Promise.resolve(files)
    .then((dropped) => addDropped(dropped, folder))
    .catch((error: unknown) => showToast(sentenceOf(error), { tone: 'bad' }));
