import type { Quality } from '../quality.ts';
import { MenuChoice } from './menu-choice.tsx';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
const speedName = (speed: number) =>
  speed === 1 ? 'Обычная' : `${String(speed).replace('.', ',')}×`;
const qualityName = (quality: Quality) =>
  quality === 'auto' ? 'Авто' : quality === 'source' ? 'Исходное' : `${quality}p`;

export type PlayerSettingsProps = {
  speed: number;
  onSpeed: (speed: number) => void;
  quality: Quality;
  qualities: readonly Quality[];
  onQuality: (quality: Quality) => void;
  goesOn: boolean;
  onGoesOn: (goesOn: boolean) => void;
};

/** The choices of quality, speed and autoplay. `onChosen` is called after each choice. */
export function PlayerSettings({
  speed,
  onSpeed,
  quality,
  qualities,
  onQuality,
  goesOn,
  onGoesOn,
  onChosen,
}: PlayerSettingsProps & { onChosen: () => void }) {
  const choosing =
    <Value,>(choose: (value: Value) => void) =>
    (value: Value) => {
      choose(value);
      onChosen();
    };
  return (
    <>
      {qualities.length > 1 ? (
        <MenuChoice
          label="Качество"
          options={qualities}
          chosen={quality}
          nameOf={qualityName}
          onChoose={choosing(onQuality)}
        />
      ) : null}
      <MenuChoice
        label="Скорость"
        options={SPEEDS}
        chosen={speed}
        nameOf={speedName}
        onChoose={choosing(onSpeed)}
      />
      <MenuChoice
        label="Автовоспроизведение"
        options={[true, false]}
        chosen={goesOn}
        nameOf={(on) => (on ? 'Включено' : 'Выключено')}
        onChoose={choosing(onGoesOn)}
      />
    </>
  );
}
