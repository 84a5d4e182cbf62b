import { useState } from 'react';
import { pictureSource } from '#lib/media.ts';
import { Card } from '#ui/card.tsx';
import { Lightbox } from '#ui/lightbox.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Game } from './api.ts';
import styles from './screenshots.module.css';

/** Pictures of a game in one row that is moved sideways; a press opens one. */
export function Screenshots({ game }: { game: Game }) {
  const [place, setPlace] = useState<number | null>(null);
  const pictures = game.screenshots.map((picture, at) => pictureSource('gamepreviews', picture, `Снимок ${at + 1}, ${game.name}`));
  if (pictures.length === 0) return null;
  return (
    <Card inset="flush" aria-label="Снимки">
      <ul className={styles.row} tabIndex={-1}>
        {pictures.map((picture, at) => (
          <li key={picture.src}>
            <button type="button" className={styles.shot} style={{ aspectRatio: `${picture.width} / ${picture.height}` }} aria-label={picture.alt} onClick={() => setPlace(at)}><Picture {...picture} alt="" fit="cover" sizes="420px" /></button>
          </li>
        ))}
      </ul>
      <Lightbox pictures={pictures} place={place} onChange={setPlace} />
    </Card>
  );
}
