import { RichText } from '#ui/display/rich-text.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import type { Game } from '../api.ts';
import { FriendsCard } from './friends-card.tsx';
import { DownloadLink, GameHead, type Who } from './game-head.tsx';
import styles from './game-page.module.css';
import { GameConversation } from './game-conversation.tsx';
import { PassportCard } from './passport-card.tsx';
import { Screenshots } from './screenshots.tsx';
import { VersionsCard } from './versions-card.tsx';

/** The whole page of a game. `base` is the path of the catalogue. */
export function GamePage({ game, who, base }: { game: Game; who: Who; base: string }) {
  const passport = game.file?.passport ?? null;
  return (
    <div className={styles.page}>
      <GameHead game={game} who={who} base={base} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Screenshots game={game} />
          {game.description === '' ? null : (
            <Card>
              <CardHead title="Об игре" />
              <p className={styles.about}>
                <RichText text={game.description} mentions={game.mentions} />
              </p>
            </Card>
          )}
          <VersionsCard game={game} />
        </div>
        <div className={styles.side}>
          {who === 'visitor' ? null : <FriendsCard gameId={game._id} />}
          {passport === null ? null : <PassportCard passport={passport} />}
        </div>
        <div className={styles.conversation}>
          <GameConversation game={game} who={who} />
        </div>
      </div>
      {game.file === null ? null : (
        <div className={who === 'visitor' ? styles.lowest : styles.install}>
          <DownloadLink game={game} wide />
        </div>
      )}
    </div>
  );
}
