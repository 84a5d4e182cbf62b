import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { IconMoodSmile } from '#ui/icons.ts';
import { useEffect, useRef, useState } from 'react';
import styles from './emoji-button.module.css';
import { EmojiPicker } from './emoji-picker.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';

/** The documented ten seconds, counted from the last thing done in the window. */
const IDLE = 10_000;

/** A smile that opens the picker over it. It stays open for several, and closes by itself. */
export function EmojiButton({
  onPick,
  label = 'Эмодзи',
}: {
  onPick: (emoji: string) => void;
  label?: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Not a state: a pointer that moves over hundreds of emoji draws none of them anew.
  const stir = () => {
    clearTimeout(idle.current);
    idle.current = setTimeout(() => setOpen(false), IDLE);
  };

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
        <EmojiPicker
          onPick={(emoji) => {
            stir();
            onPick(emoji);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
