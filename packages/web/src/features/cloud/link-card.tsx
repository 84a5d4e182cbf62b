import { sizeOf } from '#lib/text/format.ts';
import { LinkCard, type LinkTarget } from '#ui/media/link-card.tsx';
import { useFile } from './api.ts';
import { ItemIcon } from './item-icon.tsx';

/** A card for a cloud file that a message links to. */
export function FileLinkCard({ id, to }: LinkTarget) {
  return (
    <LinkCard
      to={to}
      found={useFile(id)}
      label="файл"
      show={(file) => ({
        title: file.name,
        text: sizeOf(file.size),
        picture: <ItemIcon thing={file} size="row" />,
      })}
    />
  );
}
