import { Directory } from '#features/people/parts.ts';
import { PromoSlotHost } from '#features/promos/parts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

export function Users() {
  usePageTitle('Люди');
  return (
    <Columns>
      <PageHead title="Люди" />
      <Directory between={<PromoSlotHost flat />} />
    </Columns>
  );
}
