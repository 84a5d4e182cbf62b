import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import * as admin from '@respa/contract/admin';
import * as adminJobs from '@respa/contract/admin-jobs';
import * as voice from '@respa/contract/voice';
import type { AppealState, UploadFolder } from '@respa/contract/admin';
import type { JobState } from '@respa/contract/admin-jobs';
import type { ReplyOf } from '@respa/contract/route';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';

export type Appeal = ReplyOf<typeof admin.messages>['messages'][number];
export type Case = ReplyOf<typeof admin.reports>['cases'][number];
export type Member = ReplyOf<typeof admin.members>['members'][number];
export type Job = ReplyOf<typeof adminJobs.jobs>['jobs'][number];
export type LogEntry = ReplyOf<typeof admin.log>['entries'][number];
const adminKey = ['admin'] as const;
const from = (before: string) => (before === '' ? {} : { before });
const last = <T extends { _id: string }>(isLast: boolean, rows: readonly T[]) =>
  isLast ? undefined : rows.at(-1)?._id;

/** Sizes that are being measured for the first time are available a moment later. */
export const useServerState = () =>
  useQuery({
    queryKey: [...adminKey, 'state'],
    queryFn: ({ signal }) => call(admin.state, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.database === null || data.storage === null || data.disk === null)
        ? 5_000
        : 60_000,
  });
/** Returns how much voice is used; asked for again every ten seconds. */
export const useVoiceOverview = () =>
  useQuery({
    queryKey: [...adminKey, 'voice'],
    queryFn: ({ signal }) => call(voice.overview, { signal }),
    refetchInterval: 10_000,
  });
export const useVisits = (days: number) =>
  useQuery({
    queryKey: [...adminKey, 'visits', days],
    queryFn: async ({ signal }) => (await call(admin.visits, { query: { days }, signal })).visits,
    placeholderData: (before) => before,
  });
export const useAppeals = (state: AppealState) =>
  useInfiniteQuery({
    queryKey: [...adminKey, 'appeals', state],
    queryFn: ({ pageParam, signal }) =>
      call(admin.messages, { query: { state, ...from(pageParam) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => last(page.isLast, page.messages),
  });
export const useCases = (state: 'open' | 'closed') =>
  useInfiniteQuery({
    queryKey: [...adminKey, 'cases', state],
    queryFn: ({ pageParam, signal }) =>
      call(admin.reports, { query: { state, ...from(pageParam) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => last(page.isLast, page.cases),
  });
export const useMembers = (q: string, suspended: boolean) =>
  useInfiniteQuery({
    queryKey: [...adminKey, 'members', q, suspended],
    queryFn: ({ pageParam, signal }) =>
      call(admin.members, {
        query: { q, ...(suspended ? { suspended: 'yes' as const } : {}), ...from(pageParam) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => last(page.isLast, page.members),
    placeholderData: (before) => before,
  });
export const useJobs = (queue: 'jobs' | 'mails', state: JobState) =>
  useInfiniteQuery({
    queryKey: [...adminKey, 'jobs', queue, state],
    queryFn: ({ pageParam, signal }) =>
      call(adminJobs.jobs, { query: { queue, state, ...from(pageParam) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => last(page.isLast, page.jobs),
  });
export const useLog = () =>
  useInfiniteQuery({
    queryKey: [...adminKey, 'log'],
    queryFn: ({ pageParam, signal }) => call(admin.log, { query: from(pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: (page) => last(page.isLast, page.entries),
  });

/**
 * Runs an admin action and refetches everything that the admin panel shows. The action does not
 * wait for the refetch: it is done, and its row may disappear with the response.
 */
function useAct<Input, Done>(act: (input: Input) => Promise<Done>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => void queries.invalidateQueries({ queryKey: adminKey }),
  });
}
export function useAnswer(id: string) {
  const queries = useQueryClient();
  return useCreation(`answer.${id}`, {
    create: (text: string, key) => call(admin.answer, { params: { id }, body: { text }, key }),
    onSettled: () => void queries.invalidateQueries({ queryKey: adminKey }),
  });
}
export const useAppealState = (id: string) =>
  useAct((state: 'new' | 'closed') =>
    call(admin.setAppealState, { params: { id }, body: { state } }),
  );
export const useCloseCase = () => useAct((id: string) => call(admin.closeCase, { params: { id } }));
export const useTakeDown = () =>
  useAct((body: { kind: Case['kind']; id: string; reason: string }) =>
    call(admin.takeDown, { body }),
  );
export const useSuspend = () =>
  useAct(({ id, ...body }: { id: string; reason: string; until?: string; caseId?: string }) =>
    call(admin.suspend, { params: { id }, body }),
  );
export const useLift = () => useAct((id: string) => call(admin.lift, { params: { id } }));
export const useRetryJob = () =>
  useAct((id: string) => call(adminJobs.retryJob, { params: { id } }));
export const useDropJob = () => useAct((id: string) => call(adminJobs.dropJob, { params: { id } }));
export const useUpload = (onProgress: (part: number) => void) =>
  useAct(({ file, ...body }: { folder: UploadFolder; name: string; file: File }) =>
    call(admin.uploadSomething, { body, files: { file: [file] }, onProgress }),
  );
