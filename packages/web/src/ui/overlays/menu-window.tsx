import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import { Menu as MantineMenu } from '@mantine/core';
import { cloneElement, Fragment, useRef, useState, type ReactElement, type Ref } from 'react';
import { Link } from 'react-router';
import { useBackCloses } from '#lib/navigation/back-closes.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { findMenuPlace } from './menu-point.ts';
import type { MenuItem, QuickRow } from './menu.tsx';
import styles from './menu.module.css';
import { useSwipeDown } from './use-swipe-down.ts';

/** Never taller than the window: what does not fit scrolls. */
function fitHeight({
  availableHeight,
  elements,
}: {
  availableHeight: number;
  elements: { floating: HTMLElement };
}): void {
  elements.floating.style.maxHeight = `${Math.floor(availableHeight) - 8}px`;
}

/**
 * In ms. If the chosen action shows a field, that field has taken the focus by then, during its
 * render.
 */
const SETTLED_MS = 10;

/** Below this width a menu is a sheet (menu.module.css). */
const SHEET = '(max-width: 500px)';
/** A sheet must stay until the finger is lifted: the press would go through to the page. */
const OUTSIDE = { sheet: ['click', 'keydown'], menu: ['mousedown', 'touchstart', 'keydown'] };

type MenuWindowProps = {
  items: readonly MenuItem[];
  trigger: ReactElement;
  align: 'start' | 'end';
  quick?: QuickRow | undefined;
};

function QuickChoices({ quick }: { quick: QuickRow }) {
  return (
    <div className={styles.quick} role="group" aria-label={quick.label}>
      {quick.choices.map((choice) => (
        <MantineMenu.Item
          key={choice}
          className={styles.choice ?? ''}
          onClick={() => quick.onSelect(choice)}
        >
          {choice}
        </MantineMenu.Item>
      ))}
    </div>
  );
}

/**
 * The open menu and its button. Loaded with the first menu that is opened, because its positioning
 * code is as large as a page.
 */
export function MenuWindow({ items, trigger, align, quick }: MenuWindowProps) {
  const button = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(true);
  const [corner, setCorner] = useState(() => findMenuPlace(items.length));
  const isSheet = matchMedia(SHEET).matches;
  // Mantine returns the focus too, but it also takes the focus from an element that already had it
  // when the menu closed.
  const giveFocusBack = () =>
    setTimeout(() => {
      const now = document.activeElement;
      if (now === null || now === document.body || now.closest('[data-menu-dropdown]') !== null)
        button.current?.focus({ preventScroll: true });
    }, SETTLED_MS);
  const close = () => {
    setOpen(false);
    giveFocusBack();
  };
  useBackCloses(isOpen, close);
  const swipe = useSwipeDown(close);
  return (
    <MantineMenu
      opened={isOpen}
      onChange={setOpen}
      withOverlay
      overlayProps={{ className: styles.overlay, fixed: true }}
      clickOutsideEvents={OUTSIDE[isSheet ? 'sheet' : 'menu']}
      returnFocus={false}
      onClose={giveFocusBack}
      position={corner?.position ?? (align === 'end' ? 'bottom-end' : 'bottom-start')}
      offset={corner?.offset ?? 6}
      middlewares={{ flip: corner === null, shift: true, size: { apply: fitHeight } }}
      zIndex={300}
      withinPortal
      withInitialFocusPlaceholder={false}
      transitionProps={{ transition: isSheet ? 'slide-up' : 'pop-top-right', duration: 120 }}
      classNames={{
        dropdown: styles.dropdown ?? '',
        item: styles.item ?? '',
        itemLabel: styles.label ?? '',
        itemSection: styles.section ?? '',
        divider: styles.divider ?? '',
      }}
    >
      <MantineMenu.Target>
        {cloneElement(trigger as ReactElement<{ ref?: Ref<HTMLElement>; onClick?: () => void }>, {
          ref: button,
          onClick: () => setCorner(findMenuPlace(items.length)),
        })}
      </MantineMenu.Target>
      <MantineMenu.Dropdown {...swipe}>
        {quick === undefined ? null : <QuickChoices quick={quick} />}
        {items.map((item, index) => {
          const look = {
            leftSection: item.icon,
            disabled: item.disabled ?? false,
            className: classNames(item.danger && styles.danger),
          };
          return (
            <Fragment key={item.label}>
              {item.apart && index > 0 ? <MantineMenu.Divider /> : null}
              {item.to !== undefined ? (
                <MantineMenu.Item {...look} component={Link} to={item.to}>
                  {item.label}
                </MantineMenu.Item>
              ) : (
                <MantineMenu.Item {...look} onClick={item.onSelect}>
                  {item.label}
                </MantineMenu.Item>
              )}
            </Fragment>
          );
        })}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
