import { Goodbye as ProfileDeleted } from '#features/account/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Card } from '#ui/layout/card.tsx';

/** /goodbye, which a member reaches by deleting the profile. */
export function Goodbye() {
  usePageTitle('Профиль удалён');
  return (
    <Card>
      <ProfileDeleted />
    </Card>
  );
}
