// The calls of those who manage a channel. Separate from api.ts, so that pages that show videos do
// not load them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as videohost from '@respa/contract/videohost';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { useRemoval } from '#lib/text/removal.ts';
import { formOfHead, type HeadChoice } from '#ui/media/head-form.ts';
import { channelKey, hostKey } from '../api.ts';

export type ChannelInput = HeadChoice & {
  name: string;
  description: string;
  mentions?: string;
  category: videohost.Category;
};
const namedIn = (mentions: string | undefined) => (mentions === undefined ? {} : { mentions });
const headerOf = ({ name, description, mentions, category, ...pictures }: ChannelInput) => {
  const { body, files } = formOfHead(pictures);
  return { body: { name, description, ...namedIn(mentions), category, ...body }, files };
};
function useChanged() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: hostKey });
}
export function useCreateChannel() {
  const changed = useChanged();
  return useCreation('channel', {
    create: (input: ChannelInput, key) =>
      call(videohost.createChannel, { ...headerOf(input), key }),
    onSuccess: changed,
  });
}
export function useEditChannel(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (input: ChannelInput) =>
      call(videohost.editChannel, { params: { id }, ...headerOf(input) }),
    onSuccess: changed,
  });
}
export const useRemoveChannel = (id: string) =>
  useRemoval(() => call(videohost.removeChannel, { params: { id } }), { gone: [hostKey] });
const helpersKey = (id: string) => [...channelKey(id), 'helpers'] as const;
export const useHelpers = (id: string) =>
  useQuery({
    queryKey: helpersKey(id),
    queryFn: async () => (await call(videohost.helpers, { params: { id } })).helpers,
  });
export function useSetHelper(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, on }: { userId: string; on: boolean }) =>
      call(on ? videohost.addHelper : videohost.removeHelper, { params: { id, userId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: helpersKey(id) }),
  });
}
export type VideoInput = {
  title: string;
  description: string;
  mentions?: string;
  category: videohost.Category;
  audience: videohost.VideoAudience;
  preview: Blob | null;
};
/** Returns the text fields that the calls of a video take. */
export const textOf = ({
  title,
  description,
  mentions,
  category,
  audience,
}: Omit<VideoInput, 'preview'>) => ({
  title,
  description,
  ...namedIn(mentions),
  category,
  audience,
});
export function useEditVideo(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (input: VideoInput) =>
      call(videohost.editVideo, {
        body: { id, ...textOf(input) },
        files: input.preview === null ? {} : { preview: [input.preview] },
      }),
    onSuccess: changed,
  });
}
export function useRemoveVideo() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (id: string) => call(videohost.removeVideo, { params: { id } }),
    onSuccess: changed,
  });
}
