import { Navigate } from 'react-router';
import { NotActivated as Waiting } from '#features/account/parts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/network/session.ts';
import { Card } from '#ui/layout/card.tsx';

export function NotActivated() {
  const session = useSession();
  usePageTitle(session === null ? 'Профиль не активирован' : 'Осталось подтвердить почту');
  if (session?.activated === true) return <Navigate to="/home" replace />;
  return (
    <Card>
      <Waiting />
    </Card>
  );
}
