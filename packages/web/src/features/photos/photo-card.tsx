import { useState } from 'react';
import { displayName } from '@respa/contract/characters';
import { pictureSource } from '#lib/browser/media.ts';
import { Card } from '#ui/layout/card.tsx';
import { Lightbox } from '#ui/overlays/lightbox.tsx';
import { PictureGrid } from '#ui/media/picture-grid.tsx';
import { PhotoHead } from './photo-head.tsx';
import { PhotoReactions } from './photo-reactions.tsx';
import type { Photo } from './api.ts';

export function PhotoCard({ photo, onRemoved }: { photo: Photo; onRemoved: () => void }) {
  const [place, setPlace] = useState<number | null>(null);
  const name = displayName(photo.head);
  const pictures = [pictureSource('userphotos', photo.picture, `Фотография, ${name}`)];
  return (
    <Card as="article" inset="flush" aria-label={`Фотография, ${name}`}>
      <PhotoHead photo={photo} onRemoved={onRemoved} />
      <PictureGrid pictures={pictures} onOpen={setPlace} />
      <Lightbox pictures={pictures} place={place} onChange={setPlace} />
      <PhotoReactions photo={photo} />
    </Card>
  );
}
