import { useRef } from 'react';
import { Navigate } from 'react-router';
import { NotActivated as Waiting } from '#features/account/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useSession } from '#lib/network/session.ts';
import { takeReturn } from '#lib/navigation/return-place.ts';
import { Card } from '#ui/layout/card.tsx';

export function NotActivated() {
  const session = useSession();
  const place = useRef<string>(undefined);
  usePageTitle(session === null ? 'Профиль не активирован' : 'Осталось подтвердить почту');
  // Taken once: the effect of the first render may come after a second one.
  if (session?.activated === true)
    return <Navigate to={(place.current ??= takeReturn())} replace />;
  return (
    <Card>
      <Waiting />
    </Card>
  );
}
