import { useQueryClient } from '@tanstack/react-query';
import * as videohost from '@respa/contract/videohost';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { invalidateHistory, useChangeVideo } from '../api.ts';

/** Returns the functions that count a view, and store the second where the member stopped. */
export function useWatching(id: string) {
  const queries = useQueryClient();
  const change = useChangeVideo();
  const saving = useMutation({
    mutationFn: (second: number) =>
      call(videohost.saveProgress, { params: { videoId: id }, body: { second } }),
  });
  const view = useMutation({
    mutationFn: () => call(videohost.view, { params: { videoId: id } }),
    onSuccess: ({ views }) => {
      change(id, (one) => ({ ...one, views }));
      void invalidateHistory(queries);
    },
  });
  return { countView: () => view.mutate(), savePlace: (second: number) => saving.mutate(second) };
}
