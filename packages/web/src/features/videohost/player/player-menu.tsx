import { IconCheck, IconSettings } from '#ui/icons.ts';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from '#ui/forms/icon-button.tsx';
import styles from './player-menu.module.css';
import type { Quality } from './use-video.ts';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
const speedName = (speed: number) =>
  speed === 1 ? 'Обычная' : `${String(speed).replace('.', ',')}×`;
const qualityName = (quality: Quality) =>
  quality === 'auto' ? 'Авто' : quality === 'source' ? 'Исходное' : `${quality}p`;

type PlayerMenuProps = {
  speed: number;
  onSpeed: (speed: number) => void;
  quality: Quality;
  qualities: readonly Quality[];
  onQuality: (quality: Quality) => void;
  goesOn: boolean;
  onGoesOn: (goesOn: boolean) => void;
};

/** Where the player is too low for a menu above its buttons. */
const SMALL = '(max-width: 700px), (max-height: 500px)';

/**
 * Quality, speed and autoplay: inside the player, so that the menu is visible in full screen too.
 * In a small window it slides up from below.
 */
export function PlayerMenu({
  speed,
  onSpeed,
  quality,
  qualities,
  onQuality,
  goesOn,
  onGoesOn,
}: PlayerMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      box.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', escape);
    };
  }, [isOpen]);
  const choosing =
    <Value,>(choose: (value: Value) => void) =>
    (value: Value) => {
      choose(value);
      setOpen(false);
    };
  const isSheet = isOpen && matchMedia(SMALL).matches;
  const choices = (
    <>
      {qualities.length > 1 ? (
        <Choice
          label="Качество"
          options={qualities}
          chosen={quality}
          nameOf={qualityName}
          onChoose={choosing(onQuality)}
        />
      ) : null}
      <Choice
        label="Скорость"
        options={SPEEDS}
        chosen={speed}
        nameOf={speedName}
        onChoose={choosing(onSpeed)}
      />
      <Choice
        label="Следующее видео"
        options={[true, false]}
        chosen={goesOn}
        nameOf={(on) => (on ? 'Включать само' : 'Ждать')}
        onChoose={choosing(onGoesOn)}
      />
    </>
  );
  return (
    <div ref={box} className={styles.box}>
      <IconButton
        label="Настройки"
        icon={<IconSettings />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={styles.button}
      />
      {isSheet ? (
        <Sheet id={id} onClose={() => setOpen(false)}>
          {choices}
        </Sheet>
      ) : null}
      {isOpen && !isSheet ? (
        <div id={id} className={styles.menu}>
          {choices}
        </div>
      ) : null}
    </div>
  );
}
/** Over everything, including full screen. A press outside closes it and does nothing else. */
function Sheet({
  id,
  onClose,
  children,
}: {
  id: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const sheet = useRef<HTMLDialogElement>(null);
  // While it is still in the document, closing it returns the focus to its button.
  useLayoutEffect(() => {
    const element = sheet.current!;
    element.showModal();
    element.addEventListener('click', ({ target }) => {
      if (target === element) element.close();
    });
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={sheet}
      id={id}
      className={styles.sheet}
      aria-label="Настройки видео"
      onClose={onClose}
    >
      <div className={styles.choices}>{children}</div>
    </dialog>
  );
}
type ChoiceProps<Value> = {
  label: string;
  options: readonly Value[];
  chosen: Value;
  nameOf: (value: Value) => string;
  onChoose: (value: Value) => void;
};
function Choice<Value extends string | number | boolean>({
  label,
  options,
  chosen,
  nameOf,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <div role="radiogroup" aria-label={label} className={styles.choice}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      {options.map((option) => (
        <button
          key={String(option)}
          type="button"
          role="radio"
          aria-checked={option === chosen}
          className={styles.option}
          onClick={() => onChoose(option)}
        >
          <IconCheck
            size={16}
            aria-hidden="true"
            className={option === chosen ? undefined : styles.blank}
          />
          {nameOf(option)}
        </button>
      ))}
    </div>
  );
}
