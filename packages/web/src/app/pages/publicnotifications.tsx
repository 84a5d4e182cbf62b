import { NoticesCard } from '#features/communities/parts.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
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
