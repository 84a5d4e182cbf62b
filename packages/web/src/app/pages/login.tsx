import { LoginForm } from '#features/account/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Card } from '#ui/layout/card.tsx';

export function Login() {
  usePageTitle('Вход');
  return (
    <Card>
      <LoginForm />
    </Card>
  );
}
