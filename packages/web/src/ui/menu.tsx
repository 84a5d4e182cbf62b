import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import { Menu as MantineMenu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names.ts';
import { IconButton } from './icon-button.tsx';
import styles from './menu.module.css';

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A line above it. */
  apart?: boolean | undefined;
} & ({ onSelect: () => void; to?: undefined } | { to: string; onSelect?: undefined });

type MenuProps = {
  items: ReadonlyArray<MenuItem | false | null | undefined>;
  /** The name of the three dots. */
  label?: string | undefined;
  /** Another button instead of the three dots; it must pass `ref` and its props on. */
  trigger?: ReactElement | undefined;
  align?: 'start' | 'end' | undefined;
};

/** What else may be done with a thing. Draws nothing when there is nothing. */
export function Menu({ items, label = 'Действия', trigger, align = 'end' }: MenuProps) {
  const real = items.filter((item): item is MenuItem => Boolean(item));
  if (real.length === 0) return null;
  return (
    <MantineMenu
      position={align === 'end' ? 'bottom-end' : 'bottom-start'}
      offset={6}
      zIndex={300}
      withinPortal
      withInitialFocusPlaceholder={false}
      transitionProps={{ transition: 'pop-top-right', duration: 120 }}
      classNames={{ dropdown: styles.dropdown ?? '', item: styles.item ?? '', itemLabel: styles.label ?? '', itemSection: styles.section ?? '', divider: styles.divider ?? '' }}
    >
      <MantineMenu.Target>{trigger ?? <IconButton label={label} icon={<IconDots />} />}</MantineMenu.Target>
      <MantineMenu.Dropdown>
        {real.map((item, place) => {
          const look = { leftSection: item.icon, disabled: item.disabled ?? false, className: classNames(item.danger && styles.danger) };
          return (
            <Fragment key={item.label}>
              {item.apart && place > 0 ? <MantineMenu.Divider /> : null}
              {item.to !== undefined
                ? <MantineMenu.Item {...look} component={Link} to={item.to}>{item.label}</MantineMenu.Item>
                : <MantineMenu.Item {...look} onClick={item.onSelect}>{item.label}</MantineMenu.Item>}
            </Fragment>
          );
        })}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
