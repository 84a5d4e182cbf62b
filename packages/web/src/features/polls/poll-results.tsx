import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Poll, PollHead } from '@respa/contract/polls';
import { classNames } from '#lib/browser/class-names.ts';
import { counted } from '#lib/text/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { IconCheck } from '#ui/icons.ts';
import { ofVoters, shareOut } from './percentages.ts';
import styles from './poll-card.module.css';

const VotersDialog = lazy(async () => ({
  default: (await import('./voters-dialog.tsx')).VotersDialog,
}));
type Option = PollHead['options'][number];

/** The votes of each option as a bar and per cents. In an open poll a press shows who chose it. */
export function PollResults({ poll }: { poll: Poll }) {
  const { _id: id, options, votes, voters, mine, isMultiple, isAnonymous } = poll;
  const me = useMyId();
  const [shown, setShown] = useState<Option | null>(null);
  const shares = isMultiple ? ofVoters(votes, voters) : shareOut(votes);
  const most = Math.max(...votes);
  return (
    <>
      <ul className={styles.results}>
        {options.map((option, at) => {
          const count = votes[at]!;
          const isMine = mine.includes(option._id);
          const content: ReactNode = (
            <>
              <span className={styles.share}>{shares[at]}%</span>
              <span className={styles.text}>
                {option.text}
                {isMine ? (
                  <>
                    {' '}
                    <IconCheck size={16} className={styles.own} aria-hidden="true" />
                    <span className="visually-hidden">, ваш выбор</span>
                  </>
                ) : null}
                <span className="visually-hidden">
                  , {counted(count, ['голос', 'голоса', 'голосов'])}
                </span>
              </span>
              <span className={styles.number} aria-hidden="true">
                {count}
              </span>
              <span className={styles.bar} aria-hidden="true">
                <span
                  className={classNames(styles.fill, count === most && count > 0 && styles.first)}
                  style={{ width: `${shares[at]}%` }}
                />
              </span>
            </>
          );
          return (
            <li key={option._id}>
              {isAnonymous || count === 0 || me === '' ? (
                <div className={styles.result}>{content}</div>
              ) : (
                <button
                  type="button"
                  className={styles.result}
                  title="Кто выбрал"
                  onClick={() => setShown(option)}
                >
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <Suspense>
        {shown === null ? null : (
          <VotersDialog pollId={id} option={shown} onClose={() => setShown(null)} />
        )}
      </Suspense>
    </>
  );
}
