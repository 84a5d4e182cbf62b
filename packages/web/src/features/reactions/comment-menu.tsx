import { useMyId } from '#lib/network/session.ts';
import { reportItem } from '#features/reports/parts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { IconPencil, IconTrash } from '#ui/icons.ts';
import type { Comment } from './api.ts';

type CommentMenuProps = { comment: Comment; onEdit: () => void; onDelete: () => void };
/** The actions on a comment. */
export function CommentMenu({ comment, onEdit, onDelete }: CommentMenuProps) {
  const isMine = useMyId() === comment.user;
  return (
    <Menu
      label={`Действия с комментарием, ${comment.name}`}
      items={[
        isMine
          ? {
              label: 'Изменить',
              icon: <IconPencil size={18} />,
              onSelect: onEdit,
            }
          : reportItem({ kind: 'comment', id: comment._id }),
        comment.mayDelete && {
          label: 'Удалить',
          icon: <IconTrash size={18} />,
          danger: true,
          onSelect: onDelete,
        },
      ]}
    />
  );
}
