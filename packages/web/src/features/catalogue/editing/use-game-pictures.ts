import { CATALOGUE } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { usePickedPictures } from '#ui/files/use-pictures.ts';
import type { Game } from '../api.ts';

/** Holds the cover and the screenshots of a game being written: the stored and the new ones. */
export function useGamePictures(
  place: string,
  game: Game | undefined,
  onRefuse: (wrong: { cover?: string; screenshots?: string }) => void,
) {
  const wasCovered = (game?.previewUrl ?? '') !== '';
  const [{ dropped, hasCover }, setChosen, forgetChosen] = useKeptState(`${place}.pictures`, {
    dropped: [] as string[],
    hasCover: wasCovered,
  });
  const kept = (game?.screenshots ?? []).filter(({ name }) => !dropped.includes(name));
  const tooMany = `Снимков может быть не больше ${CATALOGUE.screenshots}.`;
  const cover = usePickedPictures({
    place: `${place}.cover`,
    limit: 1,
    tooMany,
    onRefuse: (refusal) => onRefuse({ cover: refusal }),
  });
  const screenshots = usePickedPictures({
    place: `${place}.screenshots`,
    limit: CATALOGUE.screenshots,
    taken: kept.length,
    tooMany,
    onRefuse: (refusal) => onRefuse({ screenshots: refusal }),
  });
  return {
    cover: {
      picked: cover,
      isStored: hasCover,
      drop: () => setChosen((before) => ({ ...before, hasCover: false })),
    },
    screenshots: {
      picked: screenshots,
      kept,
      drop: (key: string) =>
        setChosen((before) => ({ ...before, dropped: [...before.dropped, key] })),
    },
    isChanged:
      dropped.length > 0 ||
      hasCover !== wasCovered ||
      cover.files.length + screenshots.files.length > 0,
    forget: () => {
      forgetChosen();
      cover.clear();
      screenshots.clear();
    },
    toSend: {
      keep: kept.map(({ name }) => name),
      screenshots: screenshots.files.map(({ file }) => file),
      cover: cover.files[0]?.file ?? (!hasCover && wasCovered ? null : undefined),
    },
  };
}
