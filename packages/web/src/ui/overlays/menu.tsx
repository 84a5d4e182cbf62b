import { IconDots } from '#ui/icons.ts';
import {
  cloneElement,
  lazy,
  Suspense,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import { IconButton } from '#ui/forms/icon-button.tsx';

const MenuWindow = lazy(async () => ({ default: (await import('./menu-window.tsx')).MenuWindow }));

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A separator above the item. */
  apart?: boolean | undefined;
} & ({ onSelect: () => void; to?: undefined } | { to: string; onSelect?: undefined });

/** A row of small symbols above the items. */
export type QuickRow = {
  label: string;
  choices: readonly string[];
  onSelect: (choice: string) => void;
};

type MenuProps = {
  items: ReadonlyArray<MenuItem | false | null | undefined>;
  /** The accessible name of the menu button. */
  label?: string | undefined;
  /** A custom trigger instead of the three dots. It must forward `ref` and its props. */
  trigger?: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' }> | undefined;
  align?: 'start' | 'end' | undefined;
  quick?: QuickRow | undefined;
  /** The button was pressed before this component was loaded. */
  isPressed?: boolean | undefined;
};

/** The three-dot button of a menu. */
export function MenuButton(
  props: { label: string } & Pick<ComponentProps<typeof IconButton>, 'onClick' | 'ref'>,
) {
  return <IconButton aria-haspopup="menu" {...props} icon={<IconDots />} />;
}
/** The menu of further actions on an item. Renders nothing when there are none. */
export function Menu({
  items,
  label = 'Действия',
  trigger,
  align = 'end',
  quick,
  isPressed = false,
}: MenuProps) {
  const [isEnabled, setAsked] = useState(isPressed);
  const real = items.filter((item): item is MenuItem => Boolean(item));
  if (real.length === 0) return null;
  const button = trigger ?? <MenuButton label={label} />;
  const closed = cloneElement(button, { onClick: () => setAsked(true), 'aria-haspopup': 'menu' });
  if (!isEnabled) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuWindow items={real} trigger={button} align={align} quick={quick} />
    </Suspense>
  );
}
