import { useEffect, useRef, useState } from 'react';
import { MINUTE_MS } from '@respa/contract/durations';
import type { Poll, PollHead } from '@respa/contract/polls';
import { sentenceOf } from '#lib/network/call.ts';
import { counted, plural, relative } from '#lib/text/format.ts';
import { useNow } from '#lib/browser/now.ts';
import { Button } from '#ui/forms/button.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { useClosePoll, usePoll, useVote } from './api.ts';
import { PollChoice } from './poll-choice.tsx';
import { PollResults } from './poll-results.tsx';
import styles from './poll-card.module.css';

/** The longest wait that a browser's timer takes, in ms. */
const LONGEST_MS = 2 ** 31 - 1;
const VOTED = ['Проголосовал', 'Проголосовали', 'Проголосовали'] as const;
const PEOPLE = ['человек', 'человека', 'человек'] as const;

/** What is known before the poll is loaded: nobody votes yet. */
const before = (head: PollHead): Poll => ({
  ...head,
  isClosed: false,
  voters: 0,
  mine: [],
  votes: [],
  mayVote: false,
  mayClose: false,
});

/** Refetches the poll when its time has come. */
function useEnd({ closesAt, isClosed }: Poll, refetch: () => unknown): void {
  useEffect(() => {
    const wait = closesAt === null || isClosed ? null : Date.parse(closesAt) - Date.now();
    if (wait === null || wait > LONGEST_MS) return;
    const timer = setTimeout(refetch, Math.max(0, wait) + 500);
    return () => clearTimeout(timer);
  }, [closesAt, isClosed, refetch]);
}

const endWords = (end: string, now: number): string =>
  Date.parse(end) - now < MINUTE_MS ? 'через минуту' : relative(end, now);
function Kind({ poll }: { poll: Poll }) {
  const now = useNow();
  const end = poll.isClosed ? null : poll.closesAt;
  return (
    <p className={styles.kind}>
      {poll.isClosed ? 'Опрос завершён' : poll.isAnonymous ? 'Анонимный опрос' : 'Открытый опрос'}
      {poll.isMultiple && !poll.isClosed ? ' · можно выбрать несколько' : null}
      {end === null ? null : ` · закончится ${endWords(end, now)}`}
    </p>
  );
}

/** A poll: the choice of options, and the results once the member voted or it is over. */
export function PollCard({ head, isLive }: { head: PollHead; isLive: boolean }) {
  const { data, refetch } = usePoll(head, isLive);
  const poll = data?.poll ?? before(head);
  const vote = useVote(head._id);
  const close = useClosePoll(head._id);
  const [isChanging, setChanging] = useState(false);
  useEnd(poll, refetch);
  const onError = (error: unknown) => {
    showToast(sentenceOf(error), { tone: 'bad' });
    void refetch();
  };
  const card = useRef<HTMLElement>(null);
  const send = (options: string[]) =>
    vote.mutate(options, {
      onSuccess: () => {
        // The pressed option or button disappears with the change, and the focus with it.
        if (card.current?.contains(document.activeElement) === true)
          card.current.focus({ preventScroll: true });
        setChanging(false);
      },
      onError,
    });
  const end = async () => {
    if (
      await confirm({
        title: 'Завершить опрос?',
        text: 'Голосовать больше никто не сможет, результаты увидят все.',
        action: 'Завершить',
      })
    )
      close.mutate(undefined, { onError });
  };
  const hasVoted = poll.mine.length > 0;
  const hasResults = poll.votes.length > 0;
  const isChoosing = poll.mayVote && (isChanging || !hasVoted);
  const mayChange = poll.mayVote && hasVoted && !isChanging;
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={styles.poll}
      aria-label={`Опрос: ${poll.question}`}
      data-poll={head._id}
    >
      <p className={styles.question}>{poll.question}</p>
      <Kind poll={poll} />
      {isChoosing || !hasResults ? (
        <PollChoice
          key={poll.mine.join()}
          poll={poll}
          isBusy={vote.isPending}
          onVote={send}
          onCancel={isChanging ? () => setChanging(false) : null}
        />
      ) : (
        <PollResults poll={poll} />
      )}
      <div className={styles.foot}>
        <span className={styles.count} role="status">
          {data === undefined
            ? null
            : poll.voters === 0
              ? 'Пока никто не голосовал'
              : `${plural(poll.voters, VOTED)} ${counted(poll.voters, PEOPLE)}`}
        </span>
        <span className={styles.tools}>
          {mayChange ? (
            <>
              <Button size="small" variant="plain" onClick={() => setChanging(true)}>
                Изменить<span className="visually-hidden"> голос</span>
              </Button>
              <Button size="small" variant="plain" busy={vote.isPending} onClick={() => send([])}>
                Отозвать<span className="visually-hidden"> голос</span>
              </Button>
            </>
          ) : null}
          {poll.mayClose ? (
            <Button size="small" variant="plain" busy={close.isPending} onClick={() => void end()}>
              Завершить<span className="visually-hidden"> опрос</span>
            </Button>
          ) : null}
        </span>
      </div>
    </section>
  );
}
