import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as stickers from '@respa/contract/stickers';
import { call, sentenceOf } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { showToast } from '#ui/feedback/toasts.ts';

export type Sticker = Static<typeof stickers.Sticker>;
export type Pack = Static<typeof stickers.Pack>;
export type WholePack = Pack & { stickers: Sticker[] };
export type Gif = Static<typeof stickers.SavedGif>;

const packsKey = ['stickers', 'packs'] as const;
const packKey = (id: string) => ['stickers', 'pack', id] as const;
const gifsKey = ['stickers', 'gifs'] as const;
const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

export const usePacks = () =>
  useQuery({ queryKey: packsKey, queryFn: () => call(stickers.packs, {}) });
export const usePack = (id: string | null) =>
  useQuery({
    queryKey: packKey(id ?? ''),
    queryFn: async () => (await call(stickers.pack, { params: { id: id! } })).pack,
    enabled: id !== null,
  });

/** Returns what puts a changed pack in place of the one that is known. */
function useChanged() {
  const queries = useQueryClient();
  return (pack: WholePack) => {
    queries.setQueryData(packKey(pack._id), pack);
    void queries.invalidateQueries({ queryKey: packsKey });
  };
}
/** Returns what refetches a pack and the lists. */
function useStale() {
  const queries = useQueryClient();
  return (id: string) =>
    Promise.all([
      queries.invalidateQueries({ queryKey: packKey(id) }),
      queries.invalidateQueries({ queryKey: packsKey }),
    ]);
}
export function useCreatePack() {
  const changed = useChanged();
  return useCreation('sticker-pack', {
    create: (body: { title: string; kind: stickers.PackKind }, key) =>
      call(stickers.create, { body, key }),
    onSuccess: ({ pack }) => changed(pack),
  });
}
export function useRenamePack(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (title: string) => call(stickers.rename, { params: { id }, body: { title } }),
    onSuccess: ({ pack }) => changed(pack),
    onError,
  });
}
export function useAddImages(id: string) {
  const changed = useChanged();
  return useCreation('sticker-images', {
    create: (file: File[], key) =>
      call(stickers.addImages, { params: { id }, body: {}, files: { file }, key }),
    onSuccess: ({ pack }) => changed(pack),
  });
}
export function useArrangeImages(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (ids: string[]) => call(stickers.arrange, { params: { id }, body: { ids } }),
    onSuccess: ({ pack }) => changed(pack),
    onError,
  });
}
export function useSetEmoji() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ id, emoji }: { id: string; emoji: string }) =>
      call(stickers.setEmoji, { params: { id }, body: { emoji } }),
    onSuccess: ({ pack }) => changed(pack),
    onError,
  });
}
export function useRemoveImage(packId: string) {
  const stale = useStale();
  return useMutation({
    mutationFn: (id: string) => call(stickers.removeImage, { params: { id } }),
    onSuccess: () => stale(packId),
    onError,
  });
}
export function useRemovePack() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(stickers.remove, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: packsKey }),
    onError,
  });
}
/** Adds a pack or removes it from the added ones. */
export function useAddPack() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) =>
      call(isOn ? stickers.add : stickers.drop, { params: { id } }),
    onSuccess: (_, { id }) => stale(id),
    onError,
  });
}
export function useArrangePacks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => call(stickers.arrangePacks, { body: { ids } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: packsKey }),
    onError,
  });
}

export const useGifs = () =>
  useInfiniteQuery({
    queryKey: gifsKey,
    queryFn: ({ pageParam }) =>
      call(stickers.gifs, { query: pageParam === '' ? {} : { before: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.gifs.at(-1)?._id),
    staleTime: 0,
  });
export function useRemoveGif() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(stickers.removeGif, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: gifsKey }),
    onError,
  });
}
/** Saves animated pictures of a message, and says how it went. */
export async function saveGif(message: string, names: readonly string[]): Promise<void> {
  try {
    for (const name of names) await call(stickers.saveGif, { body: { message, name } });
    showToast(names.length > 1 ? 'GIF сохранены' : 'GIF сохранена', { tone: 'good' });
  } catch (error) {
    onError(error);
  }
}
