import { duration } from '#lib/text/format.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { Scenery } from '#ui/layout/scenery.tsx';
import { LinkCard, type LinkTarget } from '#ui/media/link-card.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { useVideo } from './api.ts';

/** A card for a video that a message links to. */
export function VideoLinkCard({ id, to }: LinkTarget) {
  return (
    <LinkCard
      to={to}
      found={useVideo(id)}
      label="видео"
      show={({ _id, title, preview, duration: seconds }) => ({
        title,
        text: `Видео, ${duration(seconds)}`,
        picture:
          preview === null ? (
            <Scenery seed={_id} />
          ) : (
            <Picture {...pictureSource('videopreviews', preview)} fit="cover" sizes="100px" />
          ),
      })}
    />
  );
}
