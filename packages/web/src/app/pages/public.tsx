import { CommunityHead, CommunityWall, SubscribersBlock } from '#features/communities/parts.ts';
import { Stack } from '#ui/layout/columns.tsx';
import { OneCommunity } from './one-public.tsx';
import styles from './user.module.css';

export function CommunityPage() {
  return (
    <OneCommunity>
      {(community) => (
        <div className={styles.profile} key={community._id}>
          <CommunityHead community={community} />
          <div className={styles.columns}>
            <Stack>
              <SubscribersBlock community={community} />
            </Stack>
            <Stack>
              <CommunityWall community={community} />
            </Stack>
          </div>
        </div>
      )}
    </OneCommunity>
  );
}
