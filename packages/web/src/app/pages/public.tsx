import { PublicHead, PublicWall, SubscribersBlock } from '#features/publics/parts.ts';
import { Stack } from '#ui/columns.tsx';
import { OnePublic } from './one-public.tsx';
import styles from './user.module.css';

export function PublicGroup() {
  return (
    <OnePublic>
      {(group) => (
        <div className={styles.profile} key={group._id}>
          <PublicHead group={group} />
          <div className={styles.columns}>
            <Stack>
              <SubscribersBlock group={group} />
            </Stack>
            <Stack>
              <PublicWall group={group} />
            </Stack>
          </div>
        </div>
      )}
    </OnePublic>
  );
}
