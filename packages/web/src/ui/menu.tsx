import { IconDots } from '@tabler/icons-react';
import { cloneElement, lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

const MenuWindow = lazy(async () => ({ default: (await import('./menu-window.tsx')).MenuWindow }));

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A line above it. */
  apart?: boolean | undefined;
} & ({ onSelect: () => void; to?: undefined } | { to: string; onSelect?: undefined });

/** A row of small signs above the items. */
export type QuickRow = { label: string; choices: readonly string[]; onSelect: (choice: string) => void };

type MenuProps = {
  items: ReadonlyArray<MenuItem | false | null | undefined>;
  /** The name of the three dots. */
  label?: string | undefined;
  /** Another button instead of the three dots; it must pass `ref` and its props on. */
  trigger?: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' }> | undefined;
  align?: 'start' | 'end' | undefined;
  quick?: QuickRow | undefined;
};

/** What else may be done with a thing. Draws nothing when there is nothing. */
export function Menu({ items, label = 'Действия', trigger, align = 'end', quick }: MenuProps) {
  const [isAsked, setAsked] = useState(false);
  const real = items.filter((item): item is MenuItem => Boolean(item));
  if (real.length === 0) return null;
  const button = trigger ?? <IconButton label={label} icon={<IconDots />} />;
  const closed = cloneElement(button, { onClick: () => setAsked(true), 'aria-haspopup': 'menu' });
  if (!isAsked) return closed;
  return <Suspense fallback={closed}><MenuWindow items={real} trigger={button} align={align} quick={quick} /></Suspense>;
}
