import { NewCommunity } from '#features/communities/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

export function CreateCommunity() {
  usePageTitle('Новая группа');
  return (
    <Columns>
      <PageHead title="Новая группа" />
      <NewCommunity />
    </Columns>
  );
}
