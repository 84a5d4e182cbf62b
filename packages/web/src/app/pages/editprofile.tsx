import { EditForm, useMe } from '#features/profile/parts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { Columns } from '#ui/columns.tsx';
import { ErrorState } from '#ui/empty-state.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { PageSkeleton } from '#ui/skeleton.tsx';

export function EditProfile() {
  usePageTitle('Моя страница');
  const me = useMe();
  if (me.isError && !me.data) return <ErrorState onRetry={() => void me.refetch()} />;
  if (!me.data) return <PageSkeleton />;
  return <Columns><PageHead title="Редактирование" /><EditForm user={me.data.user} /></Columns>;
}
