import { useParams } from 'react-router';
import { FriendsList } from '#features/friends/parts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

export function Friends() {
  const { id = '' } = useParams();
  usePageTitle('Друзья');
  return (
    <Columns>
      <PageHead title="Друзья" />
      <FriendsList id={id} key={id} />
    </Columns>
  );
}
