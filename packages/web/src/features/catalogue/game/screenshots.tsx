import { useState } from 'react';
import { pictureSource } from '#lib/browser/media.ts';
import { Card } from '#ui/layout/card.tsx';
import { Lightbox } from '#ui/overlays/lightbox.tsx';
import { PictureGrid } from '#ui/media/picture-grid.tsx';
import type { Game } from '../api.ts';
import styles from './screenshots.module.css';

/** Shows the pictures of a game; a press opens one. */
export function Screenshots({ game }: { game: Game }) {
  const [place, setPlace] = useState<number | null>(null);
  const pictures = game.screenshots.map((picture, at) =>
    pictureSource('gamepreviews', picture, `Снимок ${at + 1}, ${game.name}`),
  );
  if (pictures.length === 0) return null;
  return (
    <Card inset="flush" aria-label="Снимки" className={styles.shots}>
      <PictureGrid pictures={pictures} onOpen={setPlace} />
      <Lightbox pictures={pictures} place={place} onChange={setPlace} />
    </Card>
  );
}
