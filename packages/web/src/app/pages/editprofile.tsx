import { EditForm, useMe } from '#features/profile/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead, PageHead } from '#ui/layout/page-head.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';

export function EditProfile() {
  usePageTitle('Моя страница');
  const me = useMe();
  if (me.isError && !me.data)
    return (
      <Columns>
        <PageHead title="Редактирование" />
        <Card>
          <ErrorState onRetry={() => void me.refetch()} />
        </Card>
      </Columns>
    );
  if (!me.data)
    return (
      <>
        <HiddenHead title="Редактирование" />
        <PageSkeleton />
      </>
    );
  return (
    <Columns>
      <PageHead title="Редактирование" />
      <EditForm user={me.data.user} />
    </Columns>
  );
}
