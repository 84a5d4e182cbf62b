import { useState, type ReactNode } from 'react';
import { IconCake, IconCamera, IconMapPin } from '#ui/icons.ts';
import { Link } from 'react-router';
import { sentenceOf } from '#lib/network/call.ts';
import { count as formatCount, plural, relative, years } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { CropDialog } from '#ui/media/crop-dialog.tsx';
import { FileInput } from '#ui/forms/file-input.tsx';
import { HeadFrame } from '#ui/layout/head-frame.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PICTURES } from '#ui/forms/picked-files.ts';
import { useUpdateImage, type Profile } from './api.ts';
import styles from './profile-head.module.css';

const SHORT = 60;

/**
 * Shows the cover, avatar, name, age, city, status and counts. The member's own pictures are
 * changed here.
 */
export function ProfileHead({
  profile,
  isMine,
  children,
}: {
  profile: Profile;
  isMine: boolean;
  children: ReactNode;
}) {
  const { user, counts } = profile;
  const [chosen, setChosen] = useState<{ slot: 'avatar' | 'banner'; file: File } | null>(null);
  const update = useUpdateImage();
  const keep = (cut: Blob) => {
    if (chosen === null) return;
    update.mutate(
      { slot: chosen.slot, file: cut },
      {
        onSuccess: () => setChosen(null),
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      },
    );
  };
  return (
    <>
      <HeadFrame
        seed={user._id}
        cover={mediaUrl('userbanners', user.bannerUrl)}
        name={`${user.name} ${user.surname}`}
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
              name={`${user.name} ${user.surname}`}
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
          <>
            <span>
              <IconCake size={17} aria-hidden="true" />
              {years(user.years)}
            </span>
            {user.city === '' && user.country === '' ? null : (
              <span>
                <IconMapPin size={17} aria-hidden="true" />
                {[user.city, user.country].filter(Boolean).join(', ')}
              </span>
            )}
            {user.isOnline ? (
              <span>
                <i className={styles.dot} aria-hidden="true" />в сети
              </span>
            ) : user.date ? (
              <span>был(а) {relative(user.date)}</span>
            ) : null}
          </>
        }
        counts={
          <>
            <div>
              <dd>{formatCount(counts.friends)}</dd>
              <dt>
                <Link to={`/friends/${user._id}`}>
                  {plural(counts.friends, ['друг', 'друга', 'друзей'])}
                </Link>
              </dt>
            </div>
            <div>
              <dd>{formatCount(counts.photos)}</dd>
              <dt>
                <Link to={`/photos/${user._id}`}>фото</Link>
              </dt>
            </div>
            <div>
              <dd>{formatCount(counts.posts)}</dd>
              <dt>{plural(counts.posts, ['пост', 'поста', 'постов'])}</dt>
            </div>
          </>
        }
      >
        {children}
      </HeadFrame>
      <CropDialog
        file={chosen?.file ?? null}
        shape={chosen?.slot === 'banner' ? 'cover' : 'avatar'}
        onDone={keep}
        onClose={() => setChosen(null)}
        busy={update.isPending}
      />
    </>
  );
}
