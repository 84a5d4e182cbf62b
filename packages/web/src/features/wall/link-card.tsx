import { shorten } from '#lib/text/format.ts';
import { mediaUrl, pictureSource } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { LinkCard, type LinkTarget } from '#ui/media/link-card.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { usePost } from './api.ts';

const TEXT = 60;
/** A card for a post that a message links to. */
export function PostLinkCard({ id, to }: LinkTarget) {
  return (
    <LinkCard
      to={to}
      found={usePost(id)}
      label="пост"
      show={({ post: { head, title, pictures } }) => ({
        title: `${head.name} ${head.surname}`.trim(),
        text: shorten(title, TEXT) || 'Пост',
        picture:
          pictures[0] === undefined ? (
            <Avatar id={head.id} src={mediaUrl('useravatars', head.avatarUrl, 160)} size={56} />
          ) : (
            <Picture {...pictureSource('userposts', pictures[0])} fit="cover" sizes="56px" />
          ),
      })}
    />
  );
}
