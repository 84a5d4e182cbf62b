import { IconBell, IconPencil, IconPlus, IconUsers } from '#ui/icons.ts';
import { reportItem } from '#features/reports/parts.ts';
import { count as formatCount, plural } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { Link } from 'react-router';
import { Avatar } from '#ui/media/avatar.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { HeadFrame } from '#ui/layout/head-frame.tsx';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { CommunityDetails } from './api.ts';
import { subscribersOf } from './community-row.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

const SHORT = 140;

/**
 * Shows the cover, picture, name and description of a community, and the viewer's actions in it.
 */
export function CommunityHead({ community }: { community: CommunityDetails }) {
  const isStaff = community.role === 'admin' || community.role === 'editor';
  return (
    <HeadFrame
      seed={community._id}
      cover={mediaUrl('publicbanners', community.bannerUrl)}
      name={community.name}
      about={community.description}
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
          <div>
            <dd>{formatCount(community.subscribersCount)}</dd>
            <dt>
              <Link to={`/subscribes/${community._id}?of=public`}>
                {plural(community.subscribersCount, ['подписчик', 'подписчика', 'подписчиков'])}
              </Link>
            </dt>
          </div>
          <div>
            <dd>{formatCount(community.postsCount)}</dd>
            <dt>{plural(community.postsCount, ['запись', 'записи', 'записей'])}</dt>
          </div>
        </>
      }
    >
      {isStaff ? (
        <ButtonLink
          to={`/createpublicpost/${community._id}`}
          variant="primary"
          icon={<IconPlus size={18} aria-hidden="true" />}
        >
          Новая статья
        </ButtonLink>
      ) : null}
      {community.role === 'admin' ? null : community.role === 'banned' ? (
        <p>Редакторы группы закрыли вам доступ.</p>
      ) : (
        <SubscribeButton community={community} />
      )}
      {isStaff ? (
        <ButtonLink
          to={`/editpublic/${community._id}`}
          icon={<IconPencil size={18} aria-hidden="true" />}
        >
          {community.role === 'admin' ? 'Редактировать' : 'Управление'}
        </ButtonLink>
      ) : null}
      {isStaff ? (
        <IconLink
          to={`/publicnotifications/${community._id}`}
          label="Уведомления группы"
          variant="quiet"
          icon={<IconBell />}
          count={community.unread}
        />
      ) : null}
      {community.role === 'reader' ? (
        <ButtonLink to={`/createpublicpost/${community._id}`}>Предложить запись</ButtonLink>
      ) : null}
      {isStaff ? null : (
        <Menu
          label="Действия с группой"
          items={[reportItem({ kind: 'public', id: community._id })]}
        />
      )}
    </HeadFrame>
  );
}
