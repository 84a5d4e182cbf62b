import { IconDownload, IconMessage2, IconPencil, IconRocket } from '#ui/icons.ts';
import { Link } from 'react-router';
import { STATUSES, type GameStatus } from '@respa/contract/catalogue';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { count as formatCount, counted, sizeOf } from '#lib/format.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { Select } from '#ui/forms/select.tsx';
import { StarPicker, Stars } from '#ui/display/stars.tsx';
import { useRate, useSetStatus, type Game } from './api.ts';
import { Cover } from './cover.tsx';
import styles from './game-head.module.css';
import { useOptimisticChoice } from './use-optimistic-choice.ts';
import { meanOf, STATUS_WORDS, votesOf } from './words.ts';

/** The viewer: a visitor reads, a member can vote and comment, the admin can edit. */
export type Who = 'visitor' | 'member' | 'admin';
const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** The download link for a game's file. */
export function DownloadLink({ game, wide }: { game: Game; wide?: boolean }) {
  if (game.file === null) return null;
  const size = game.file.passport === null ? '' : ` · ${sizeOf(game.file.passport.bytes)}`;
  return (
    <ButtonLink
      href={`/media/app/${game._id}`}
      download
      variant="primary"
      size="large"
      wide={wide}
      icon={<IconDownload aria-hidden="true" />}
    >
      Скачать APK{size}
    </ButtonLink>
  );
}

/** Shows the cover, the name, the rating and the viewer's actions. */
export function GameHead({ game, who, base }: { game: Game; who: Who; base: string }) {
  return (
    <Card as="header" className={styles.head}>
      <div className={styles.cover}>
        <Cover game={game} sizes="(max-width: 500px) 34vw, 240px" first />
      </div>
      <div className={styles.words}>
        <div className={styles.title}>
          <h1 className={styles.name}>{game.name}</h1>
          {who === 'visitor' ? null : (
            <Menu label="Действия с игрой" items={[reportItem({ kind: 'game', id: game._id })]} />
          )}
        </div>
        <p className={styles.facts}>
          <span className={styles.rating}>
            <Stars
              value={game.rating}
              label={game.votes === 0 ? 'Оценок пока нет' : `Оценка ${meanOf(game)} из 5`}
            />
            <span>
              {game.votes === 0 ? (
                'оценок пока нет'
              ) : (
                <>
                  <b>{meanOf(game)}</b> · {votesOf(game.votes)}
                </>
              )}
            </span>
          </span>
          <span>Версия {game.version}</span>
          {game.file === null ? null : (
            <span>
              <IconDownload size={16} aria-hidden="true" />
              {counted(game.downloads, ['скачивание', 'скачивания', 'скачиваний'])}
            </span>
          )}
          <span>
            <IconMessage2 size={16} aria-hidden="true" />
            {formatCount(game.commentsCount)}
          </span>
        </p>
        <p className={styles.labels}>
          {[...game.genres, ...game.tags].map((label) => (
            <Link
              key={label}
              className={styles.label}
              to={`${base}?with=${encodeURIComponent(label)}`}
            >
              {label}
            </Link>
          ))}
        </p>
        {who === 'visitor' ? null : <Own game={game} />}
        <div className={styles.doing}>
          <span className={styles.install}>
            <DownloadLink game={game} />
          </span>
          {who === 'admin' ? (
            <ButtonLink to={`/update-app/${game._id}`} icon={<IconPencil aria-hidden="true" />}>
              Обновить
            </ButtonLink>
          ) : null}
          {who === 'admin' && game.isLanding ? (
            <span className={styles.landing}>
              <IconRocket size={16} aria-hidden="true" />
              на первой странице
            </span>
          ) : null}
          {who === 'visitor' ? <ButtonLink to="/login">Войти, чтобы оценить</ButtonLink> : null}
        </div>
      </div>
    </Card>
  );
}

/** The member's own vote and status. */
function Own({ game }: { game: Game }) {
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
    { value: 'none' as const, label: 'Без отметки' },
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
        label="Что с этой игрой"
        value={status.value ?? 'none'}
        options={options}
        onChange={(value) => turn(value === 'none' ? null : value)}
      />
    </div>
  );
}
