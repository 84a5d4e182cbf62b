import { shorten } from '#lib/text/format.ts';
import type { Event } from '#features/events/parts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { IconPencil, IconTrash } from '#ui/icons.ts';

type EventMenuProps = { event: Event; onEdit: () => void; onDelete: () => void };
/** The actions on an event. */
export function EventMenu({ event, onEdit, onDelete }: EventMenuProps) {
  return (
    <Menu
      label={`Действия: ${shorten(event.text, 40)}`}
      items={[
        {
          label: 'Изменить',
          icon: <IconPencil size={18} />,
          onSelect: onEdit,
        },
        {
          label: 'Удалить',
          icon: <IconTrash size={18} />,
          danger: true,
          apart: true,
          onSelect: onDelete,
        },
      ]}
    />
  );
}
