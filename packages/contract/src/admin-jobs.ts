import { Type } from 'typebox';
import { Moment, Nullable, Ok, route } from './route.ts';
import { oneOf } from './admin.ts';

// ── queues
export const JOB_STATES = ['failed', 'retrying', 'waiting', 'running'] as const;
export type JobState = (typeof JOB_STATES)[number];
export const Job = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  state: oneOf(JOB_STATES),
  attempts: Type.Integer(),
  maxAttempts: Type.Integer(),
  runs: Moment,
  added: Moment,
  error: Nullable(Type.String()),
  mail: Nullable(Type.Object({ to: Type.String(), subject: Type.String() })),
});
const JobId = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) });
export const jobs = route({
  method: 'GET',
  path: '/admin/jobs',
  access: 'admin',
  summary: 'Очередь задач или писем по состоянию, новые сверху',
  query: Type.Object({
    queue: Type.Optional(oneOf(['jobs', 'mails'] as const)),
    state: Type.Optional(oneOf(JOB_STATES)),
    before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
  }),
  reply: Type.Object({ jobs: Type.Array(Job), isLast: Type.Boolean() }),
});
export const retryJob = route({
  method: 'POST',
  path: '/admin/jobs/:id/retry',
  access: 'admin',
  params: JobId,
  summary: 'Выполнить задачу сейчас, со всеми попытками заново',
  reply: Ok,
  errors: ['not_found', 'job_running'],
});
export const dropJob = route({
  method: 'DELETE',
  path: '/admin/jobs/:id',
  access: 'admin',
  params: JobId,
  summary: 'Убрать задачу, которая не удалась',
  reply: Ok,
  errors: ['not_found', 'job_running', 'job_untried'],
});
