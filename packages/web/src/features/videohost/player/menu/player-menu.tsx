import { IconSettings } from '#ui/icons.ts';
import { useId, useRef, useState } from 'react';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import styles from './player-menu.module.css';
import { PlayerSettings, type PlayerSettingsProps } from './player-settings.tsx';
import { useClosing } from './use-closing.ts';

/** Where the player is too low for a menu above its buttons. */
const SMALL = '(max-width: 700px), (max-height: 500px)';

/**
 * Quality, speed and autoplay: inside the player, so that the menu is visible in full screen too.
 * In a small window it slides up from below.
 */
export function PlayerMenu(settings: PlayerSettingsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useClosing(box, isOpen, setOpen);
  const isSheet = isOpen && matchMedia(SMALL).matches;
  const choices = <PlayerSettings {...settings} onChosen={() => setOpen(false)} />;
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
        <MenuSheet id={id} onClose={() => setOpen(false)}>
          {choices}
        </MenuSheet>
      ) : null}
      {isOpen && !isSheet ? (
        <div id={id} className={styles.menu}>
          {choices}
        </div>
      ) : null}
    </div>
  );
}
