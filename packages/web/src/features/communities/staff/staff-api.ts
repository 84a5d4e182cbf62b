// The calls of a community's staff. Separate from api.ts, so that pages that show communities to
// followers do not load them.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ArticleCommenters } from '@respa/contract/post-options';
import type { NewPoll } from '@respa/contract/polls';
import type { Readers } from '@respa/contract/open';
import * as communities from '@respa/contract/communities';
import type { RouteSpec } from '@respa/contract/route';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { invalidateTopic } from '#lib/network/topics.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { useRemoval } from '#lib/text/removal.ts';
import type { Sending } from '#ui/files/use-sending.ts';
import { formOfHead, type HeadChoice } from '#ui/media/head-form.ts';
import {
  articleKey,
  articlesKey,
  oneKey,
  ownKey,
  communitiesKey,
  useChangeArticle,
  type Article,
} from '../api.ts';

type Header = HeadChoice & {
  name: string;
  description: string;
  mentions?: string;
  readers: Readers;
};
const headerOf = ({ name, description, mentions, readers, ...pictures }: Header) => {
  const { body, files } = formOfHead(pictures);
  return { body: { name, description, ...namedIn(mentions), readers, ...body }, files };
};
function useChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: communitiesKey }),
      queries.invalidateQueries({ queryKey: articlesKey }),
      invalidateTopic(queries, 'communities'),
    ]);
}
export function useCreateCommunity() {
  const changed = useChanged();
  return useCreation('community', {
    create: (header: Header, key) => call(communities.create, { ...headerOf(header), key }),
    onSuccess: changed,
  });
}
export function useEditCommunity(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (header: Header) => call(communities.edit, { params: { id }, ...headerOf(header) }),
    onSuccess: changed,
  });
}
export const useRemoveCommunity = (id: string) =>
  useRemoval(() => call(communities.remove, { params: { id } }), {
    gone: [oneKey(id), articlesKey],
    stale: [ownKey, [...communitiesKey, 'all']],
    topic: 'communities',
  });

type Written = {
  title: string;
  text: string;
  mentions?: string;
  files: File[];
  publishAt: string;
  commentsFor: ArticleCommenters;
  /** JSON */
  pictures: string;
  poll: NewPoll | null;
  sending: Sending;
};
const pollOf = (poll: Written['poll']) => (poll === null ? {} : { poll: JSON.stringify(poll) });
const namedIn = (mentions: string | undefined) => (mentions === undefined ? {} : { mentions });
export function useWrite(publicId: string, isStaff: boolean) {
  const changed = useChanged();
  return useCreation(`article.${publicId}`, {
    create: (
      { title, text, mentions, files, publishAt, commentsFor, pictures, poll, sending }: Written,
      key,
    ) =>
      isStaff
        ? call(communities.createPost, {
            key,
            params: { id: publicId },
            body: {
              title,
              text,
              publishAt,
              commentsFor,
              pictures,
              ...namedIn(mentions),
              ...pollOf(poll),
            },
            files: { file: files },
            ...sending,
          })
        : call(communities.propose, {
            key,
            params: { id: publicId },
            body: { title, text, pictures, ...namedIn(mentions), ...pollOf(poll) },
            files: { file: files },
            ...sending,
          }),
    onSuccess: changed,
  });
}
/** Edits an article as its editor has seen it. */
export function useEditArticle() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({
      of,
      title,
      text,
      mentions,
      files,
      publishAt,
      commentsFor,
      pictures,
      sending,
    }: Omit<Written, 'poll'> & { of: Article }) =>
      call(communities.editPost, {
        params: { id: of._id },
        body: {
          title,
          text,
          ...namedIn(mentions),
          commentsFor,
          pictures,
          edited: of.edited ?? '',
          ...(publishAt === '' ? {} : { publishAt }),
        },
        files: { file: files },
        ...sending,
      }),
    onSuccess: changed,
  });
}
export function usePublish() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (article: Article) => call(communities.publish, { params: { id: article._id } }),
    onSuccess: changed,
  });
}
export function usePin() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (article: Article) =>
      call(article.pinned ? communities.unpin : communities.pin, { params: { id: article._id } }),
    onSuccess: changed,
  });
}
export function useRemoveArticle() {
  const change = useChangeArticle();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(communities.removePost, { params: { postId: id } }),
    onSuccess: (_, id) => {
      change(id, () => null);
      queries.removeQueries({ queryKey: articleKey(id) });
      return queries.invalidateQueries({ queryKey: [...communitiesKey, 'one'] });
    },
  });
}

const noticesKey = (id: string) => [...oneKey(id), 'notices'] as const;
export const useNotices = (id: string) =>
  useInfiniteQuery({
    queryKey: noticesKey(id),
    queryFn: ({ pageParam }) =>
      call(communities.notices, {
        params: { id },
        query: pageParam === '' ? {} : { before: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.notifications.at(-1)?._id),
  });
/**
 * Resets the count at once. The new notices on the screen stay marked until the card is opened
 * again.
 */
export function useReadNotices(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(communities.readNotices, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: oneKey(id), exact: true }),
  });
}

const staffKey = (id: string) => [...oneKey(id), 'staff'] as const;
const bansKey = (id: string) => [...oneKey(id), 'bans'] as const;
export const useStaff = (id: string) =>
  useQuery({
    queryKey: staffKey(id),
    queryFn: () => call(communities.editors, { params: { id } }),
  });
export const useBans = (id: string) =>
  useInfiniteQuery({
    queryKey: bansKey(id),
    queryFn: ({ pageParam }) =>
      call(communities.bans, {
        params: { id },
        query: pageParam === '' ? {} : { before: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.bans.at(-1)?.person._id),
  });
/** Runs an action on one person in a community, then refetches everything about the community. */
export function usePersonAct(
  id: string,
  route:
    | typeof communities.addEditor
    | typeof communities.removeEditor
    | typeof communities.unban
    | typeof communities.transferGroup,
) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (userId: string) =>
      call(route as RouteSpec & typeof communities.unban, { params: { id, userId } }),
    onSuccess: changed,
  });
}
export function useBan(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ userId, reason }: { userId: string; reason: string }) =>
      call(communities.ban, { params: { id, userId }, body: { reason } }),
    onSuccess: changed,
  });
}
