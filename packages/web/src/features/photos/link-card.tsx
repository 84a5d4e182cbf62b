import { displayName } from '@respa/contract/characters';
import { pictureSource } from '#lib/browser/media.ts';
import { LinkCard, type LinkTarget } from '#ui/media/link-card.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { usePhoto } from './api.ts';

/** A card for a photo that a text links to. */
export function PhotoLinkCard({ id, to }: LinkTarget) {
  return (
    <LinkCard
      to={to}
      found={usePhoto(id)}
      label="фотографию"
      show={({ photo: { head, picture } }) => ({
        title: displayName(head),
        text: 'Фотография',
        picture: <Picture {...pictureSource('userphotos', picture)} fit="cover" sizes="56px" />,
      })}
    />
  );
}
