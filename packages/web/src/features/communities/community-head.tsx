import { IconUsers } from '#ui/icons.ts';
import { plural } from '#lib/text/format.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { subscribersOf, subscribersWord } from '#lib/text/subscribers.ts';
import { Link } from 'react-router';
import { Avatar } from '#ui/media/avatar.tsx';
import { HeadCount } from '#ui/layout/head-count.tsx';
import { HeadFrame } from '#ui/layout/head-frame.tsx';
import type { CommunityDetails } from './api.ts';
import { CommunityActs } from './community-acts.tsx';

const SHORT = 140;

/**
 * Shows the cover, picture, name and description of a community, and the viewer's actions in it.
 */
export function CommunityHead({ community }: { community: CommunityDetails }) {
  return (
    <HeadFrame
      seed={community._id}
      cover={mediaUrl('publicbanners', community.bannerUrl)}
      name={community.name}
      about={community.description}
      mentions={community.mentions}
      noAbout="Описания пока нет."
      short={SHORT}
      face={
        <Avatar
          id={community._id}
          name={community.name}
          src={mediaUrl('publicavatars', community.avatarUrl, 640)}
          size={118}
        />
      }
      facts={
        <span>
          <IconUsers size={17} aria-hidden="true" />
          {subscribersOf(community.subscribersCount)}
        </span>
      }
      counts={
        <>
          <HeadCount count={community.subscribersCount}>
            <Link to={`/subscribes/${community._id}?of=public`}>
              {subscribersWord(community.subscribersCount)}
            </Link>
          </HeadCount>
          <HeadCount count={community.postsCount}>
            {plural(community.postsCount, ['пост', 'поста', 'постов'])}
          </HeadCount>
        </>
      }
    >
      <CommunityActs community={community} />
    </HeadFrame>
  );
}
