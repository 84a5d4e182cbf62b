import { ForgotForm } from '#features/account/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Card } from '#ui/layout/card.tsx';

export function ForgotPassword() {
  usePageTitle('Новый пароль');
  return (
    <Card>
      <ForgotForm />
    </Card>
  );
}
