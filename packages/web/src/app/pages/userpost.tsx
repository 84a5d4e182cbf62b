import { Navigate, useParams } from 'react-router';
import { PostCard, usePost } from '#features/wall/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';

export function UserPost() {
  const { id = '' } = useParams();
  usePageTitle('Пост');
  return (
    <>
      <HiddenHead title="Пост" />
      <WholePost id={id} key={id} />
    </>
  );
}

function WholePost({ id }: { id: string }) {
  const post = usePost(id);
  const navigate = useNavigate();
  if (post.error instanceof ApiError && post.error.status === 404)
    return (
      <NotFoundState
        text="Такого поста нет"
        action={<ButtonLink to="/home">На главную</ButtonLink>}
      />
    );
  if (post.isError && !post.data) return <ErrorState onRetry={() => void post.refetch()} />;
  if (!post.data) return <PostsSkeleton posts={1} />;
  if (post.data.post.draft)
    return <Navigate to={`/user/${post.data.post.user}?wall=drafts`} replace />;
  return (
    <Columns hasComments>
      <PostCard
        post={post.data.post}
        isOpen
        onRemoved={() => navigate(`/user/${post.data.post.user}`)}
      />
    </Columns>
  );
}
