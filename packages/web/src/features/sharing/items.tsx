import { IconBookmark, IconShare3 } from '#ui/icons.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { ask, type Ref } from './asked.ts';

/** Returns the menu item that bookmarks an object. */
export const bookmarkItem = (of: Ref): MenuItem => ({
  label: 'В закладки',
  icon: <IconBookmark size={18} />,
  onSelect: () => ask({ act: 'bookmark', of }),
});
/** Returns the menu item that shares an object. */
export const shareItem = (of: Ref): MenuItem => ({
  label: 'Поделиться',
  icon: <IconShare3 size={18} />,
  onSelect: () => ask({ act: 'share', of }),
});
