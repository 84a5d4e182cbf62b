import { useNavigate, useParams } from 'react-router';
import { PostCard, usePost } from '#features/wall/parts.ts';
import { ApiError } from '#lib/call.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { ErrorState, NotFoundState } from '#ui/empty-state.tsx';
import { PostsSkeleton } from '#ui/skeleton.tsx';

export function UserPost() {
  const { id = '' } = useParams();
  const post = usePost(id);
  const navigate = useNavigate();
  usePageTitle('Запись');
  if (post.error instanceof ApiError && post.error.status === 404) return <NotFoundState text="Такой записи нет" action={<ButtonLink to="/home">На главную</ButtonLink>} />;
  if (post.isError && !post.data) return <ErrorState onRetry={() => void post.refetch()} />;
  if (!post.data) return <PostsSkeleton posts={1} />;
  return <Columns><PostCard key={id} post={post.data.post} isOpen onRemoved={() => void navigate(`/user/${post.data.post.user}`)} /></Columns>;
}
