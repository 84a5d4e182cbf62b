import { useEffect, useRef, type KeyboardEvent } from 'react';
import { IconUsers } from '#ui/icons.ts';
import { CHOICES, NAMES, type Choice } from './emoji-api.ts';
import styles from './emoji-bar.module.css';

type ReactionStripProps = {
  mine: Choice | null;
  takesFocus: boolean;
  onChoose: (emoji: Choice) => void;
  onClose: () => void;
  /** Shows who reacted; undefined while nobody has. */
  onPeople: (() => void) | undefined;
};
/** The reactions to choose from, in a row above the footer of a post or a photo. */
export function ReactionStrip(props: ReactionStripProps) {
  const { mine, takesFocus, onChoose, onClose, onPeople } = props;
  const row = useRef<HTMLSpanElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (takesFocus)
      (
        row.current?.querySelector<HTMLElement>('[aria-pressed="true"]') ??
        row.current?.querySelector('button')
      )?.focus();
    const leave = (event: Event) => {
      const foot = row.current?.closest('footer');
      if (event.target instanceof Node && !foot?.contains(event.target)) close.current();
    };
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The photo below the strip stays open.
      event.preventDefault();
      close.current();
    };
    const ending = new AbortController();
    for (const type of ['pointerdown', 'focusin'] as const)
      document.addEventListener(type, leave, { signal: ending.signal });
    document.addEventListener('keydown', escape, { signal: ending.signal });
    return () => ending.abort();
  }, [takesFocus]);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = [...(row.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (by === undefined || at === -1) return;
    event.preventDefault();
    buttons.at((at + by) % buttons.length)?.focus();
  };
  return (
    <span
      ref={row}
      className={styles.strip}
      role="toolbar"
      tabIndex={-1}
      aria-label="Реакции"
      onKeyDown={move}
    >
      {CHOICES.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={styles.choice}
          aria-label={NAMES[emoji]}
          title={NAMES[emoji]}
          aria-pressed={emoji === mine}
          onClick={() => onChoose(emoji)}
        >
          <span aria-hidden="true">{emoji}</span>
        </button>
      ))}
      {onPeople === undefined ? null : (
        <button
          type="button"
          className={styles.choice}
          aria-label="Кто отреагировал"
          title="Кто отреагировал"
          onClick={onPeople}
        >
          <IconUsers size={22} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
