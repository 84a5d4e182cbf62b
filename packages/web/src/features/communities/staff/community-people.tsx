import type { ReactNode } from 'react';
import type { CommunityDetails } from '../api.ts';
import { BansCard } from './bans-card.tsx';
import { ReadersCard } from './readers-card.tsx';
import { StaffCard } from './staff-card.tsx';
import { useStaff } from './staff-api.ts';

/**
 * The staff, the followers and the banned users of a community, and what follows them. The rest is
 * drawn once the number of the staff is known, so that nothing moves.
 */
export function CommunityPeople({
  community,
  children,
}: {
  community: CommunityDetails;
  children: ReactNode;
}) {
  const staff = useStaff(community._id);
  return (
    <>
      <StaffCard community={community} />
      {staff.isPending ? null : (
        <>
          <ReadersCard community={community} />
          <BansCard community={community} />
          {children}
        </>
      )}
    </>
  );
}
