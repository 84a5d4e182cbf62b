import { RegisterForm } from '#features/account/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Card } from '#ui/layout/card.tsx';

export function Register() {
  usePageTitle('Регистрация');
  return (
    <Card>
      <RegisterForm />
    </Card>
  );
}
