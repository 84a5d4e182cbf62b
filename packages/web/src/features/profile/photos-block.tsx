import { Link } from 'react-router';
import { usePhotoViewer } from '#features/photos/parts.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { IconPlus } from '#ui/icons.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Picture } from '#ui/media/picture.tsx';
import type { Profile } from './api.ts';
import styles from './profile-blocks.module.css';

const STRIP = 4;
export function PhotosBlock({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const { photos, counts, user, standing } = profile;
  const viewer = usePhotoViewer(user._id);
  // The wall's own notice is shown below, once.
  if (!standing.seesWall) return null;
  const add =
    isMine && photos.length > 0 ? (
      <IconLink to="/createfoto" label="Добавить фотографию" icon={<IconPlus />} />
    ) : undefined;
  return (
    <Card>
      <CardHead
        title="Фотографии"
        count={counts.photos}
        action={add}
        {...(counts.photos > 0 ? { to: `/photos/${user._id}` } : {})}
      />
      {photos.length === 0 ? (
        <EmptyState
          small
          art="photo"
          text="Фотографий пока нет"
          action={
            isMine ? (
              <ButtonLink to="/createfoto" size="small" variant="soft">
                Добавить фотографию
              </ButtonLink>
            ) : undefined
          }
        />
      ) : (
        <ul className={styles.photos}>
          {photos.slice(0, STRIP).map((photo) => (
            <li key={photo._id}>
              <Link
                to={`/userphoto/${photo._id}`}
                aria-label="Открыть фотографию"
                onClick={viewer.press(photo._id)}
              >
                <Picture
                  {...pictureSource('userphotos', photo.picture)}
                  fit="cover"
                  sizes="(max-width: 500px) 25vw, 150px"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {viewer.window}
    </Card>
  );
}
