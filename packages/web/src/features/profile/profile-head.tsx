import type { ReactNode } from 'react';
import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { IconCamera } from '#ui/icons.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { CropDialog } from '#ui/media/crop-dialog.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { HeadFrame } from '#ui/layout/head-frame.tsx';
import { PICTURES } from '#ui/files/picked-files.ts';
import { useImageChange } from './use-image-change.ts';
import { ProfileFacts } from './profile-facts.tsx';
import { ProfileCounts } from './profile-counts.tsx';
import type { Facts, Profile } from './api.ts';
import styles from './profile-head.module.css';

const SHORT = 60;

type ProfileHeadProps = {
  profile: Profile;
  facts: Facts | undefined;
  isMine: boolean;
  children: ReactNode;
};
/**
 * Shows the cover, avatar, name, age, city, status and counts. The member's own pictures are
 * changed here.
 */
export function ProfileHead({ profile, facts, isMine, children }: ProfileHeadProps) {
  const { user, counts } = profile;
  const { chosen, setChosen, keep, isPending } = useImageChange();
  return (
    <>
      <HeadFrame
        seed={user._id}
        cover={mediaUrl('userbanners', user.bannerUrl)}
        name={displayName(user)}
        about={user.aboutMe}
        noAbout="Информация о себе отсутствует."
        short={SHORT}
        onCover={
          isMine ? (
            <FileInput
              accept={PICTURES}
              onFiles={([file]) => file && setChosen({ slot: 'banner', file })}
            >
              <button type="button" className={styles.changeCover}>
                <IconCamera size={18} aria-hidden="true" />
                Сменить фон
              </button>
            </FileInput>
          ) : null
        }
        face={
          <>
            <Avatar
              id={user._id}
              name={displayName(user)}
              src={mediaUrl('useravatars', user.avatarUrl, 640)}
              size={118}
              online={user.isOnline}
            />
            {isMine ? (
              <FileInput
                accept={PICTURES}
                onFiles={([file]) => file && setChosen({ slot: 'avatar', file })}
              >
                <button type="button" className={styles.changeFace} aria-label="Сменить фотографию">
                  <IconCamera size={26} aria-hidden="true" />
                </button>
              </FileInput>
            ) : null}
          </>
        }
        facts={
          <ProfileFacts
            user={user}
            playing={facts?.games.shown.find((game) => game.status === 'playing')}
          />
        }
        counts={<ProfileCounts userId={user._id} counts={counts} />}
      >
        {children}
      </HeadFrame>
      <CropDialog
        file={chosen?.file ?? null}
        shape={chosen?.slot === 'banner' ? 'cover' : 'avatar'}
        onDone={keep}
        onClose={() => setChosen(null)}
        busy={isPending}
      />
    </>
  );
}
