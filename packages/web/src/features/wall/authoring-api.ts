// An author's calls for posts. Separate from api.ts, so that pages that only show others' posts do
// not load them.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import * as authoring from '@respa/contract/authoring';
import * as wall from '@respa/contract/wall';
import type { NewPoll } from '@respa/contract/polls';
import type { PostCommenters } from '@respa/contract/post-options';
import type { PostAudience } from '@respa/contract/wall';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { invalidateTopic } from '#lib/network/topics.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { nextPost } from '#lib/navigation/post-pages.ts';
import type { Sending } from '#ui/files/use-sending.ts';
import { draftsKey, oneKey, scheduledKey, useChangePost, wallKey, type Post } from './api.ts';

/** The possible audiences of a post; the wall's own audience limits both. */
export const AUDIENCES: { value: PostAudience; label: string }[] = [
  { value: 'all', label: 'Все, кто видит стену' },
  { value: 'friends', label: 'Только друзья' },
];

export const useScheduled = () =>
  useInfiniteQuery({
    queryKey: scheduledKey,
    queryFn: ({ pageParam }) =>
      call(authoring.scheduled, { query: pageParam === '' ? {} : { before: pageParam } }),
    initialPageParam: '',
    getNextPageParam: nextPost,
  });
export const useDrafts = () =>
  useInfiniteQuery({
    queryKey: draftsKey,
    queryFn: ({ pageParam }) =>
      call(authoring.drafts, { query: pageParam === '' ? {} : { before: pageParam } }),
    initialPageParam: '',
    getNextPageParam: nextPost,
  });

const listKeyOf = ({ publishAt }: Post) => (publishAt === null ? draftsKey : scheduledKey);

export type Written = {
  text: string;
  /** JSON */
  mentions?: string;
  files: File[];
  audience: PostAudience;
  commentsFor: PostCommenters;
  /** ISO 8601; '' for now, or no time. */
  publishAt?: string;
  /** JSON */
  pictures?: string;
  /** Its id; '' removes it. */
  video?: string;
  poll: NewPoll | null;
  sending: Sending;
};

const fieldsOf = ({ text, ...fields }: Omit<Written, 'files' | 'poll' | 'sending'>) => ({
  title: text,
  ...fields,
});
export function useCreatePost() {
  const queries = useQueryClient();
  return useCreation('post', {
    create: ({ files, poll, isDraft, sending, ...written }: Written & { isDraft: boolean }, key) =>
      call(wall.create, {
        key,
        body: {
          ...fieldsOf(written),
          ...(isDraft ? { draft: 'true' } : {}),
          ...(poll === null ? {} : { poll: JSON.stringify(poll) }),
        },
        files: { file: files },
        ...sending,
      }),
    onSuccess: async ({ post }) => {
      if (post.draft) return queries.invalidateQueries({ queryKey: listKeyOf(post) });
      await queries.invalidateQueries({ queryKey: wallKey(post.user) });
      void invalidateTopic(queries, 'posts');
    },
  });
}
/** Edits a post or a draft as its author has seen it. */
export function useEditPost() {
  const change = useChangePost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ of, files, poll: _, sending, ...written }: Written & { of: Post }) =>
      call(authoring.edit, {
        params: { id: of._id },
        body: {
          ...fieldsOf(written),
          edited: of.edited ?? '',
        },
        files: { file: files },
        ...sending,
      }),
    onSuccess: async ({ post }, { of }) => {
      if ((post.publishAt === null) === (of.publishAt === null))
        return change(post._id, () => post);
      // It moves between the drafts and the scheduled posts.
      change(post._id, () => null);
      await Promise.all(
        [draftsKey, scheduledKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
}
export function useSetCommenters() {
  const change = useChangePost();
  return useMutation({
    mutationFn: ({ id, commentsFor }: { id: string; commentsFor: PostCommenters }) =>
      call(authoring.edit, { params: { id }, body: { commentsFor } }),
    onSuccess: ({ post }) => change(post._id, () => post),
  });
}
export function useSetAudience() {
  const change = useChangePost();
  return useMutation({
    mutationFn: ({ id, audience }: { id: string; audience: PostAudience }) =>
      call(authoring.edit, { params: { id }, body: { audience } }),
    onSuccess: ({ post }) => change(post._id, () => post),
  });
}
export function usePinPost() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (post: Post) =>
      call(post.pinned ? authoring.unpin : authoring.pin, { params: { id: post._id } }),
    onSuccess: (_, post) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: wallKey(post.user) }),
        queries.invalidateQueries({ queryKey: oneKey(post._id) }),
      ]),
  });
}
export function usePublishDraft() {
  const change = useChangePost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(authoring.publish, { params: { id } }),
    onSuccess: async ({ post }, id) => {
      change(id, () => null);
      queries.removeQueries({ queryKey: oneKey(id) });
      await queries.invalidateQueries({ queryKey: wallKey(post.user) });
      void invalidateTopic(queries, 'posts');
    },
  });
}
export function useRemovePost() {
  const change = useChangePost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(wall.remove, { params: { id } }),
    onSuccess: (_, id) => {
      change(id, () => null);
      queries.removeQueries({ queryKey: oneKey(id) });
      void invalidateTopic(queries, 'posts');
    },
  });
}
