import { useRef, useState } from 'react';
import { FILES, LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import type { PostAudience } from '@respa/contract/wall';
import { sentenceOf } from '#lib/network/call.ts';
import type { StoredPicture } from '#lib/media.ts';
import { PICTURES, usePickedFiles } from '#ui/forms/picked-files.ts';
import type { Written } from './authoring-api.ts';

const REFUSALS = {
  count: 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.',
  type: 'Такой тип файла не поддерживается',
  size: 'Файл слишком большой',
};
type Start = { text: string; audience: PostAudience; pictures: readonly StoredPicture[] };
const EMPTY: Start = { text: '', audience: 'all', pictures: [] };
export type PostForm = ReturnType<typeof usePostForm>;

/**
 * Holds the post being written: text, kept and new pictures, and the audience. A submission can be
 * stopped, and a failure loses nothing typed.
 */
export function usePostForm(start: Start = EMPTY) {
  const [text, setText] = useState(start.text);
  const [audience, setAudience] = useState(start.audience);
  const [kept, setKept] = useState(start.pictures);
  const [wrong, setWrong] = useState('');
  const [isSending, setSending] = useState(false);
  const sending = useRef<AbortController>(null);
  const picked = usePickedFiles({
    accept: PICTURES,
    limit: FILES.postPictures,
    taken: kept.length,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }) => {
      setWrong(REFUSALS[reason]);
      if (reason === 'count') window.alert(REFUSALS.count);
    },
  });
  const progress = (part: number | undefined) =>
    picked.files.forEach((file) => picked.update(file.key, { progress: part }));

  /** Submits the post. Returns whether it succeeded. */
  const send = async (write: (written: Written) => Promise<unknown>): Promise<boolean> => {
    if (isSending || isLonger(text, LENGTHS.post)) return false;
    if (text.trim() === '' && picked.files.length + kept.length === 0) {
      setWrong('Напишите что-нибудь или добавьте фото.');
      return false;
    }
    setWrong('');
    setSending(true);
    sending.current = new AbortController();
    try {
      await write({
        text,
        audience,
        files: picked.files.map(({ file }) => file),
        sending: { signal: sending.current.signal, onProgress: progress },
      });
      return true;
    } catch (error) {
      progress(undefined);
      setWrong((error as Error).name === 'AbortError' ? 'Отправка остановлена' : sentenceOf(error));
      return false;
    } finally {
      setSending(false);
    }
  };
  const isChanged =
    text !== start.text ||
    audience !== start.audience ||
    kept.length !== start.pictures.length ||
    picked.files.length > 0;
  return {
    text,
    audience,
    kept,
    picked,
    wrong,
    isSending,
    isChanged,
    send,
    setAudience,
    isEmpty: text === '' && picked.files.length + kept.length === 0,
    write: (value: string) => {
      setText(value);
      setWrong('');
    },
    drop: (name: string) => setKept(kept.filter((picture) => picture.name !== name)),
    stop: () => sending.current?.abort(),
    clear: () => {
      setText('');
      picked.clear();
    },
  };
}
