import { IconFlag } from '#ui/icons.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { askReport, type Meant } from './asked.ts';

/** Returns the menu item that opens the report form. */
export const reportItem = (thing: Meant): MenuItem => ({
  label: 'Пожаловаться',
  icon: <IconFlag size={18} />,
  onSelect: () => askReport(thing),
});
