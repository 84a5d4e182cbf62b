import { LinkCard, type LinkTarget } from '#ui/media/link-card.tsx';
import { usePack } from './api.ts';
import { PackCover } from './sticker-image.tsx';
import { sizeOfPack } from './words.ts';

/** A card for a pack that a message links to. */
export function PackLinkCard({ id, to }: LinkTarget) {
  return (
    <LinkCard
      to={to}
      found={usePack(id)}
      label="набор"
      show={(pack) => ({
        title: pack.title,
        text: sizeOfPack(pack),
        picture: <PackCover cover={pack.cover} />,
      })}
    />
  );
}
