import { Activation } from '#features/account/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Card } from '#ui/layout/card.tsx';

export function Activate() {
  usePageTitle('Активация');
  return (
    <Card>
      <Activation />
    </Card>
  );
}
