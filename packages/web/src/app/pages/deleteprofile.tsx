import { ProfileDeletion } from '#features/account/parts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

export function DeleteProfile() {
  usePageTitle('Удаление профиля');
  return (
    <Columns>
      <PageHead title="Удаление профиля" />
      <ProfileDeletion />
    </Columns>
  );
}
