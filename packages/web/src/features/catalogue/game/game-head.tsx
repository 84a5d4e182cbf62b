import { IconDownload, IconPencil, IconRocket } from '#ui/icons.ts';
import { Link } from 'react-router';
import { reportItem } from '#features/reports/parts.ts';
import { bookmarkItem, shareItem } from '#features/sharing/parts.ts';
import { sizeOf } from '#lib/text/format.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { Game } from '../api.ts';
import { Cover } from '../cover.tsx';
import { GameFacts } from './game-facts.tsx';
import { OwnMarks } from './own-marks.tsx';
import styles from './game-head.module.css';

/** The viewer: a visitor reads, a member can vote and comment, the admin can edit. */
export type Who = 'visitor' | 'member' | 'admin';

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
            <Menu
              label="Действия с игрой"
              items={[
                shareItem({ kind: 'app', id: game._id }),
                bookmarkItem({ kind: 'app', id: game._id }),
                reportItem({ kind: 'game', id: game._id }),
              ]}
            />
          )}
        </div>
        <GameFacts game={game} />
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
        {who === 'visitor' ? null : <OwnMarks game={game} />}
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
