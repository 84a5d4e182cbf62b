import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { Game } from '../api.ts';
import { GameForm } from './game-form.tsx';
import styles from './game-form.module.css';
import { useLanding, useRemoveGame } from './editing-api.ts';
import { useOptimisticChoice } from '../use-optimistic-choice.ts';

export function NewGame() {
  const navigate = useNavigate();
  return (
    <GameForm
      action="Добавить"
      back="/games"
      onDone={({ _id }) => {
        showToast('Игра добавлена', { tone: 'good' });
        navigate(`/app/${_id}`);
      }}
    />
  );
}
export function ChangedGame({ game }: { game: Game }) {
  const navigate = useNavigate();
  return (
    <GameForm
      game={game}
      action="Сохранить"
      back={`/app/${game._id}`}
      onDone={({ _id }) => {
        showToast('Сохранено', { tone: 'good' });
        navigate(`/app/${_id}`);
      }}
    />
  );
}
/** Sets whether the site's landing page offers this app. */
export function LandingCard({ game }: { game: Game }) {
  const mark = useLanding(game);
  const isOn = useOptimisticChoice(game.isLanding);
  const turn = (on: boolean) => {
    isOn.ask(on);
    mark.mutate(undefined, {
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      onSettled: isOn.settle,
    });
  };
  return (
    <Card>
      <CardHead title="Первая страница" />
      <p className={styles.helpText}>
        Отмеченное приложение предлагается на первой странице сайта вместо прежнего.
      </p>
      <Switch label="Это приложение Респы" checked={isOn.value} onChange={turn} />
    </Card>
  );
}
export function GameRemoval({ game }: { game: Game }) {
  const remove = useRemoveGame(game._id);
  const navigate = useNavigate();
  const drop = async () => {
    if (
      !(await confirm({
        title: `Удалить «${game.name}»?`,
        text: 'Вместе с ней пропадут все версии, снимки, оценки и комментарии. Вернуть её будет нельзя.',
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast('Игра удалена');
        navigate('/games');
      },
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  return (
    <Card>
      <CardHead title="Удаление" />
      <p className={styles.helpText}>Игра исчезнет из каталога сразу и навсегда.</p>
      <Button variant="danger" busy={remove.isPending} onClick={() => void drop()}>
        Удалить игру
      </Button>
    </Card>
  );
}
