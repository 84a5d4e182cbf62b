import { CommunityPeople, EditCommunity, RemovalCard } from '#features/communities/parts.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { OneCommunity } from './one-public.tsx';

export function EditCommunityPage() {
  return (
    <OneCommunity title="Управление группой" forStaff>
      {(community) => (
        <Columns key={community._id}>
          <PageHead
            title="Управление группой"
            text={community.name}
            action={<ButtonLink to={`/public/${community._id}`}>К группе</ButtonLink>}
          />
          {community.role === 'admin' ? <EditCommunity community={community} /> : null}
          <CommunityPeople community={community}>
            {community.role === 'admin' ? <RemovalCard community={community} /> : null}
          </CommunityPeople>
        </Columns>
      )}
    </OneCommunity>
  );
}
