import { Link } from 'react-router';
import { ApiError } from '#lib/network/call.ts';
import { counted } from '#lib/text/format.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { useMyId } from '#lib/network/session.ts';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState, ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { TilesSkeleton } from '#ui/feedback/skeleton.tsx';
import { usePhotos } from './api.ts';
import { usePhotoViewer } from './viewer/use-photo-viewer.tsx';
import styles from './photo-grid.module.css';

/** All photos of a user, newest first. Each opens over the page, at its own address. */
export function PhotoGrid({ userId }: { userId: string }) {
  const list = usePhotos(userId);
  const isMine = useMyId() === userId;
  const viewer = usePhotoViewer(userId);
  const photos = list.data?.pages.flatMap((page) => page.photos) ?? [];
  if (list.error instanceof ApiError && list.error.status === 404) return <NotFoundState />;
  return (
    <Card>
      {list.data ? (
        <p className={styles.count}>
          {counted(list.data.pages[0]?.count ?? 0, ['фотография', 'фотографии', 'фотографий'])}
        </p>
      ) : null}
      {list.isPending ? <TilesSkeleton tiles={9} /> : null}
      {list.isError && photos.length === 0 ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && photos.length === 0 ? (
        <EmptyState
          art="photo"
          text="Фотографий пока нет"
          action={
            isMine ? (
              <ButtonLink to="/createfoto" variant="primary">
                Добавить фотографию
              </ButtonLink>
            ) : undefined
          }
        />
      ) : null}
      <ul className={styles.grid}>
        {photos.map((photo) => (
          <li key={photo._id}>
            <Link
              to={`/userphoto/${photo._id}`}
              className={styles.cell}
              onClick={viewer.press(photo._id)}
              aria-label={`Фотография, ${photo.head.name}: ${photo.likes} отметок, ${photo.comments} комментариев`}
            >
              <Picture
                {...pictureSource('userphotos', photo.picture)}
                fit="cover"
                sizes="(max-width: 500px) 33vw, 190px"
              />
            </Link>
          </li>
        ))}
      </ul>
      <MorePages list={list} />
      {viewer.window}
    </Card>
  );
}
