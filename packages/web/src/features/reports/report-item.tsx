import { IconFlag } from '#ui/icons.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { askReport, type Meant } from './asked.ts';

/** The line of a thing's menu that opens the form of a report. */
export const reportItem = (thing: Meant): MenuItem => ({
  label: 'Пожаловаться',
  icon: <IconFlag size={18} />,
  onSelect: () => askReport(thing),
});
