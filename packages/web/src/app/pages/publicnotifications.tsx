import { NoticesCard } from '#features/publics/parts.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { OnePublic } from './one-public.tsx';

export function PublicNotifications() {
  return (
    <OnePublic title="Уведомления группы" forStaff>
      {(group) => (
        <Columns>
          <PageHead
            title="Уведомления группы"
            text={group.name}
            action={<ButtonLink to={`/public/${group._id}`}>К группе</ButtonLink>}
          />
          <NoticesCard publicId={group._id} />
        </Columns>
      )}
    </OnePublic>
  );
}
