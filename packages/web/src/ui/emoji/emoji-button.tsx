import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { IconMoodSmile } from '#ui/icons.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useBackCloses } from '#lib/navigation/back-closes.ts';
import styles from './emoji-button.module.css';
import { EmojiPicker } from './emoji-picker.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';

/** In ms: the documented ten seconds, counted from the last action in the picker. */
const IDLE = 10_000;

/**
 * A smiley button that opens the picker above it. The picker stays open for several emoji and
 * closes by itself.
 */
export function EmojiButton({
  onPick,
  label = 'Эмодзи',
  panel = (pick) => <EmojiPicker onPick={pick} />,
}: {
  onPick: (emoji: string) => void;
  label?: string | undefined;
  /** What is shown in place of the picker. */
  panel?: (onPick: (emoji: string) => void, close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Not state, so that a pointer moving over hundreds of emoji rerenders none of them.
  const stir = () => {
    clearTimeout(idle.current);
    idle.current = setTimeout(() => setOpen(false), IDLE);
  };

  useBackCloses(isOpen, () => setOpen(false));
  useEffect(() => {
    if (!isOpen) return;
    stir();
    return () => clearTimeout(idle.current);
  }, [isOpen]);

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-end"
      offset={8}
      zIndex={300}
      trapFocus
      returnFocus
      withRoles
      classNames={{ dropdown: styles.window ?? '' }}
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <IconButton label={label} icon={<IconMoodSmile />} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown
        onPointerMove={stir}
        onKeyDown={stir}
        onWheel={stir}
        onTouchMove={stir}
        aria-label="Выбор эмодзи"
      >
        {panel(
          (emoji) => {
            stir();
            onPick(emoji);
          },
          () => setOpen(false),
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
