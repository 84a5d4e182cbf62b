import { useState } from 'react';
import { JOB_STATES, type JobState } from '@respa/contract/admin-jobs';
import { classNames } from '#lib/browser/class-names.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Select } from '#ui/forms/select.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Time } from '#ui/display/time.tsx';
import { useDropJob, useJobs, useRetryJob, type Job } from './api.ts';
import { AdminList } from './list.tsx';
import styles from './rows.module.css';
import { jobNameOf } from './words.ts';

const TABS = [
  { value: 'mails' as const, label: 'Письма' },
  { value: 'jobs' as const, label: 'Задачи' },
];
const STATES: Record<JobState, string> = {
  failed: 'Не удались',
  retrying: 'Пробуют снова',
  waiting: 'Ждут очереди',
  running: 'Выполняются',
};

/** Lists emails and jobs by their state. */
export function Queues() {
  const [queue, setQueue] = useState<'mails' | 'jobs'>('mails');
  const [state, setState] = useState<JobState>('failed');
  return (
    <div>
      <Tabs label="Очереди" tabs={TABS} value={queue} onChange={setQueue}>
        <div className={styles.tabbed}>
          <Card inset="flush">
            <div className={styles.search}>
              <Select
                label="Состояние"
                hideLabel
                value={state}
                options={JOB_STATES.map((value) => ({ value, label: STATES[value] }))}
                onChange={setState}
              />
            </div>
            <JobList key={`${queue} ${state}`} queue={queue} state={state} />
          </Card>
        </div>
      </Tabs>
    </div>
  );
}
function JobList({ queue, state }: { queue: 'mails' | 'jobs'; state: JobState }) {
  const found = useJobs(queue, state);
  const jobs = found.data?.pages.flatMap((page) => page.jobs) ?? [];
  return (
    <AdminList
      found={found}
      isEmpty={jobs.length === 0}
      empty={{ art: 'bell', text: state === 'failed' ? 'Всё получилось' : 'Здесь пусто' }}
    >
      <ul className={styles.rows}>
        {jobs.map((job) => (
          <JobRow key={job._id} job={job} />
        ))}
      </ul>
    </AdminList>
  );
}
function JobRow({ job }: { job: Job }) {
  const [retry, drop] = [useRetryJob(), useDropJob()];
  const title = job.mail === null ? jobNameOf(job.name) : job.mail.subject;
  const again = job.attempts === 0 ? 'Выполнить сейчас' : 'Повторить';
  const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });
  const run = () =>
    retry.mutate(job._id, { onSuccess: () => showToast('Попробуем прямо сейчас'), onError });
  const take = async () => {
    if (
      await confirm({
        title: `Убрать: ${title}?`,
        text: job.mail === null ? 'Задача не будет выполнена.' : 'Письмо не будет отправлено.',
        action: 'Убрать',
        danger: true,
      })
    )
      drop.mutate(job._id, { onSuccess: () => showToast('Убрано из очереди'), onError });
  };
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.reason}>{title}</span>
        <span className={styles.dim}>
          {job.mail === null ? job.name : job.mail.to} · попыток {job.attempts} из {job.maxAttempts}{' '}
          · <Time value={job.attempts === 0 ? job.runs : job.added} look="relative" />
        </span>
        {job.error === null ? null : <span className={styles.error}>{job.error}</span>}
      </div>
      {job.state === 'running' ? (
        <span className={classNames(styles.mark, styles.good)}>Выполняется</span>
      ) : (
        <span className={styles.facts}>
          <Button
            size="small"
            busy={retry.isPending}
            aria-label={`${again}: ${title}`}
            onClick={run}
          >
            {again}
          </Button>
          {job.attempts === 0 ? null : (
            <Button
              size="small"
              variant="danger"
              busy={drop.isPending}
              aria-label={`Убрать: ${title}`}
              onClick={() => void take()}
            >
              Убрать
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
