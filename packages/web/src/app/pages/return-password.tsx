import { ReturnForm } from '#features/account/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Card } from '#ui/layout/card.tsx';

export function ReturnPassword() {
  usePageTitle('Новый пароль');
  return (
    <Card>
      <ReturnForm />
    </Card>
  );
}
