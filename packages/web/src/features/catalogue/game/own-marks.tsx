import { STATUSES, type GameStatus } from '@respa/contract/catalogue';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Select } from '#ui/forms/select.tsx';
import { StarPicker } from '#ui/display/stars.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { useRate, useSetStatus, type Game } from '../api.ts';
import styles from './game-head.module.css';
import { useOptimisticChoice } from '../use-optimistic-choice.ts';
import { STATUS_WORDS } from '../words.ts';

const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** The member's own vote and status. */
export function OwnMarks({ game }: { game: Game }) {
  const rate = useRate(game._id);
  const mark = useSetStatus(game._id);
  const [vote, status] = [useOptimisticChoice(game.mine), useOptimisticChoice(game.status)];
  const choose = (rating: number | null) => {
    vote.ask(rating);
    rate.mutate(rating, { onError: fail, onSettled: vote.settle });
  };
  const turn = (next: GameStatus | null) => {
    status.ask(next);
    mark.mutate(next, { onError: fail, onSettled: status.settle });
  };
  const options = [
    { value: 'none' as const, label: 'Не выбран' },
    ...STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
  ];
  return (
    <div className={styles.own}>
      <div className={styles.vote}>
        <span className={styles.caption} aria-hidden="true">
          Ваша оценка
        </span>
        <span className={styles.stars}>
          <StarPicker label="Ваша оценка" value={vote.value} onChange={choose} />
          {vote.value === null ? null : (
            <Button size="small" variant="plain" onClick={() => choose(null)}>
              Убрать
            </Button>
          )}
        </span>
      </div>
      <Select<GameStatus | 'none'>
        className={styles.status}
        label="Мой статус"
        value={status.value ?? 'none'}
        options={options}
        onChange={(value) => turn(value === 'none' ? null : value)}
      />
    </div>
  );
}
