import { NoticesCard } from '#features/publics/parts.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { OneCommunity } from './one-public.tsx';

export function CommunityNotifications() {
  return (
    <OneCommunity title="Уведомления группы" forStaff>
      {(community) => (
        <Columns>
          <PageHead
            title="Уведомления группы"
            text={community.name}
            action={<ButtonLink to={`/public/${community._id}`}>К группе</ButtonLink>}
          />
          <NoticesCard publicId={community._id} />
        </Columns>
      )}
    </OneCommunity>
  );
}
