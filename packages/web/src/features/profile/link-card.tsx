import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { LinkCard, type LinkTarget } from '#ui/media/link-card.tsx';
import { useProfile } from './api.ts';

/** A card for a person whose page a text links to. */
export function PersonLinkCard({ id, to }: LinkTarget) {
  return (
    <LinkCard
      to={to}
      found={useProfile(id)}
      label="страницу"
      show={({ user }) => ({
        title: displayName(user),
        text: [user.city, user.country].filter(Boolean).join(', ') || 'Участник Респы',
        picture: (
          <Avatar id={user._id} src={mediaUrl('useravatars', user.avatarUrl, 160)} size={56} />
        ),
      })}
    />
  );
}
