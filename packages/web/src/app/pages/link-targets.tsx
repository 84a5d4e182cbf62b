import { GameLinkCard } from '#features/catalogue/parts.ts';
import { OfferLinkCard } from '#features/classifieds/parts.ts';
import { FileLinkCard } from '#features/cloud/parts.ts';
import { ArticleLinkCard, CommunityLinkCard } from '#features/communities/parts.ts';
import { PhotoLinkCard } from '#features/photos/parts.ts';
import { PersonLinkCard } from '#features/profile/parts.ts';
import { PackLinkCard } from '#features/stickers/parts.ts';
import { VideoLinkCard } from '#features/videohost/parts.ts';
import { PostLinkCard } from '#features/wall/parts.ts';
import type { LinkTarget } from '#ui/media/link-card.tsx';
import type { LinkKind } from './link-preview.tsx';

const CARDS = {
  offer: OfferLinkCard,
  video: VideoLinkCard,
  file: FileLinkCard,
  post: PostLinkCard,
  article: ArticleLinkCard,
  game: GameLinkCard,
  stickers: PackLinkCard,
  person: PersonLinkCard,
  community: CommunityLinkCard,
  photo: PhotoLinkCard,
} satisfies Record<LinkKind, unknown>;

/** The card of the feature to which a link leads. */
export function LinkTargetCard({ kind, ...target }: LinkTarget & { kind: LinkKind }) {
  const Card = CARDS[kind];
  return <Card {...target} />;
}
