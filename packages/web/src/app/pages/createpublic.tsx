import { NewCommunity } from '#features/publics/parts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { Columns } from '#ui/columns.tsx';
import { PageHead } from '#ui/page-head.tsx';

export function CreateCommunity() {
  usePageTitle('Новая группа');
  return (
    <Columns>
      <PageHead title="Новая группа" />
      <NewCommunity />
    </Columns>
  );
}
