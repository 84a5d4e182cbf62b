import { reportItem } from '#features/reports/parts.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { IconDoorExit, IconSettings, IconUserPlus } from '#ui/icons.ts';
import type { Group } from './group-api.ts';
import type { GroupContent } from './group-window.tsx';

/** Returns the menu items that only a group chat has. */
export const groupMenu = (
  group: Group,
  me: string,
  onContent: (content: GroupContent) => void,
): (MenuItem | null)[] => [
  {
    label: 'Настройки беседы',
    icon: <IconSettings size={18} />,
    onSelect: () => onContent('settings'),
  },
  {
    label: 'Добавить участников',
    icon: <IconUserPlus size={18} />,
    onSelect: () => onContent('add'),
  },
  group.creator === me ? null : reportItem({ kind: 'group', id: group._id }),
  {
    label: 'Выйти из беседы',
    icon: <IconDoorExit size={18} />,
    apart: true,
    danger: true,
    onSelect: () => onContent('leave'),
  },
];
