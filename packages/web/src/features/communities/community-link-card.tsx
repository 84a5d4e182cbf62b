import { count } from '#lib/text/format.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { LinkCard, type LinkTarget } from '#ui/media/link-card.tsx';
import { useCommunity } from './api.ts';
import { faceOf } from './community-row.tsx';

/** A card for a community that a text links to. */
export function CommunityLinkCard({ id, to }: LinkTarget) {
  return (
    <LinkCard
      to={to}
      found={useCommunity(id)}
      label="группу"
      show={({ _id, name, avatarUrl, subscribersCount }) => ({
        title: name,
        text: `Группа, подписчиков: ${count(subscribersCount)}`,
        picture: <Avatar id={_id} src={faceOf(avatarUrl)} size={56} />,
      })}
    />
  );
}
