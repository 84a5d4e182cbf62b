import { EmailConfirmation } from '#features/account/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Card } from '#ui/layout/card.tsx';

export function ConfirmEmail() {
  usePageTitle('Почта');
  return (
    <Card>
      <EmailConfirmation />
    </Card>
  );
}
