import { useMe } from '#features/profile/parts.ts';
import { PostComposer } from '#features/wall/parts.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useMyId } from '#lib/network/session.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

export function CreatePost() {
  usePageTitle('Новый пост');
  const id = useMyId();
  const navigate = useNavigate();
  const avatarUrl = useMe().data?.user.avatarUrl ?? '';
  return (
    <Columns>
      <PageHead title="Новый пост" />
      <PostComposer me={{ id, avatarUrl }} isPage onDone={() => navigate(`/user/${id}`)} />
    </Columns>
  );
}
