import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { LinkCard, type LinkTarget } from '#ui/media/link-card.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { picturesOf, useArticle } from './api.ts';

/** A card for a community's article that a message links to. */
export function ArticleLinkCard({ id, to }: LinkTarget) {
  return (
    <LinkCard
      to={to}
      found={useArticle(id)}
      label="пост"
      show={({ post }) => {
        const [picture] = picturesOf(post);
        return {
          title: post.title,
          text: post.head.name,
          picture:
            picture === undefined ? (
              <Avatar
                id={post.head.id}
                src={mediaUrl('publicavatars', post.head.avatarUrl, 160)}
                size={56}
              />
            ) : (
              <Picture {...picture} fit="cover" sizes="56px" />
            ),
        };
      }}
    />
  );
}
