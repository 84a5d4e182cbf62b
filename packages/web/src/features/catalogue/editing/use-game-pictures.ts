import { useState } from 'react';
import { CATALOGUE } from '@respa/contract/limits';
import { usePickedPictures } from '#ui/files/use-pictures.ts';
import type { Game } from '../api.ts';

/** Holds the cover and the screenshots of a game being written: the stored and the new ones. */
export function useGamePictures(
  game: Game | undefined,
  onRefuse: (wrong: { cover?: string; screenshots?: string }) => void,
) {
  const [kept, setKept] = useState(game?.screenshots ?? []);
  const wasCovered = (game?.previewUrl ?? '') !== '';
  const [hasCover, setHasCover] = useState(wasCovered);
  const tooMany = `Снимков может быть не больше ${CATALOGUE.screenshots}.`;
  const cover = usePickedPictures({
    limit: 1,
    tooMany,
    onRefuse: (refusal) => onRefuse({ cover: refusal }),
  });
  const screenshots = usePickedPictures({
    limit: CATALOGUE.screenshots,
    taken: kept.length,
    tooMany,
    onRefuse: (refusal) => onRefuse({ screenshots: refusal }),
  });
  return {
    cover: { picked: cover, isStored: hasCover, drop: () => setHasCover(false) },
    screenshots: {
      picked: screenshots,
      kept,
      drop: (key: string) => setKept(kept.filter(({ name }) => name !== key)),
    },
    toSend: {
      keep: kept.map(({ name }) => name),
      screenshots: screenshots.files.map(({ file }) => file),
      cover: cover.files[0]?.file ?? (!hasCover && wasCovered ? null : undefined),
    },
  };
}
