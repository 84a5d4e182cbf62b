// The admin's calls. Separate from api.ts, so that pages that only show games do not load them.
import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as catalogue from '@respa/contract/catalogue';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { useRemoval } from '#lib/text/removal.ts';
import { callOff, sendResumable } from '#lib/network/resumable.ts';
import { gamesKey, oneKey, type Game } from '../api.ts';

export type Input = {
  name: string;
  description: string;
  mentions?: string;
  version: string;
  changes: string;
  genres: readonly string[];
  tags: string;
  /** null removes the picture. */
  cover: File | null | undefined;
  screenshots: File[];
  keep: string[];
  apk: File | undefined;
};
const bodyOf = (
  { name, description, mentions, version, changes, genres, tags }: Input,
  upload: string,
) => ({
  name,
  description,
  ...(mentions === undefined ? {} : { mentions }),
  version,
  changes,
  genres: genres.join(),
  tags,
  ...(upload === '' ? {} : { upload }),
});
const filesOf = ({ cover, screenshots }: Input) => ({
  ...(cover instanceof File ? { preview: [cover] } : {}),
  screenshot: screenshots,
});

/**
 * Sends a game: first its file, in parts that resume after an interruption, then the rest.
 * `progress` is the file's, 0 to 1.
 */
export function useSendGame(id: string | null) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const begun = useRef<{ file: File; address: string } | null>(null);
  const stop = useRef<AbortController>(null);
  const send = useCreation(`game.${id ?? 'new'}`, {
    create: async (input: Input, key): Promise<Game> => {
      const { signal } = (stop.current = new AbortController());
      const file = input.apk;
      const upload =
        file === undefined
          ? ''
          : await sendResumable({
              file,
              purpose: 'apk',
              address: begun.current?.file === file ? begun.current.address : null,
              signal,
              onProgress: setProgress,
              onAddress: (address) => {
                begun.current = { file, address };
              },
            });
      setProgress(null);
      const sent = { files: filesOf(input), signal };
      if (id === null)
        return (await call(catalogue.upload, { body: bodyOf(input, upload), key, ...sent })).game;
      return (
        await call(catalogue.update, {
          params: { id },
          body: {
            ...bodyOf(input, upload),
            keep: JSON.stringify(input.keep),
            ...(input.cover === null ? { removePreview: true } : {}),
          },
          ...sent,
        })
      ).game;
    },
    onSuccess: (game) => {
      begun.current = null;
      queries.setQueryData(oneKey(game._id), game);
      return queries.invalidateQueries({ queryKey: gamesKey });
    },
    onSettled: () => setProgress(null),
  });
  const cancel = () => {
    stop.current?.abort();
    if (begun.current !== null) void callOff(begun.current.address);
    begun.current = null;
  };
  return { send, progress, cancel };
}
function useAct(id: string, act: () => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: oneKey(id) }),
  });
}
export const useLanding = (game: Game) =>
  useAct(game._id, () =>
    call(game.isLanding ? catalogue.unsetLanding : catalogue.setLanding, {
      params: { id: game._id },
    }),
  );
export const useRemoveGame = (id: string) =>
  useRemoval(() => call(catalogue.remove, { params: { id } }), {
    gone: [oneKey(id)],
    stale: [gamesKey],
  });
