import { useParams } from 'react-router';
import { PhotoCard, usePhoto } from '#features/photos/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';

export function UserPhoto() {
  const { id = '' } = useParams();
  usePageTitle('Фотография');
  return (
    <>
      <HiddenHead title="Фотография" />
      <WholePhoto id={id} key={id} />
    </>
  );
}

function WholePhoto({ id }: { id: string }) {
  const photo = usePhoto(id);
  const navigate = useNavigate();
  if (photo.error instanceof ApiError && photo.error.status === 404)
    return (
      <NotFoundState
        text="Такой фотографии нет"
        action={<ButtonLink to="/home">На главную</ButtonLink>}
      />
    );
  if (photo.isError && !photo.data) return <ErrorState onRetry={() => void photo.refetch()} />;
  if (!photo.data) return <PostsSkeleton posts={1} />;
  return (
    <Columns hasComments>
      <PhotoCard
        photo={photo.data.photo}
        onRemoved={() => navigate(`/photos/${photo.data.photo.user}`, { replace: true })}
      />
    </Columns>
  );
}
