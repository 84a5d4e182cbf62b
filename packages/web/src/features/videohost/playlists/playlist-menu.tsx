import { IconPencil, IconTrash } from '#ui/icons.ts';
import { Menu } from '#ui/overlays/menu.tsx';

type PlaylistMenuProps = { onEdit: () => void; onRemove: () => void };

/** The owner's actions on a playlist. */
export function PlaylistMenu({ onEdit, onRemove }: PlaylistMenuProps) {
  return (
    <Menu
      label="Действия с плейлистом"
      items={[
        { label: 'Изменить', icon: <IconPencil size={18} />, onSelect: onEdit },
        { label: 'Удалить', icon: <IconTrash size={18} />, danger: true, onSelect: onRemove },
      ]}
    />
  );
}
