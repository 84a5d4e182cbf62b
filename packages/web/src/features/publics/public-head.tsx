import { IconBell, IconPencil, IconPlus, IconUsers } from '#ui/icons.ts';
import { reportItem } from '#features/reports/parts.ts';
import { count as formatCount, plural } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { Link } from 'react-router';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { HeadFrame } from '#ui/head-frame.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import type { Public } from './api.ts';
import { subscribersOf } from './public-row.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

const SHORT = 140;

/** Cover, picture, name, what the group is about, and what the viewer may do in it. */
export function PublicHead({ group }: { group: Public }) {
  const isStaff = group.role === 'admin' || group.role === 'editor';
  return (
    <HeadFrame
      seed={group._id}
      cover={mediaUrl('publicbanners', group.bannerUrl)}
      name={group.name}
      about={group.description}
      noAbout="Описания пока нет."
      short={SHORT}
      face={
        <Avatar
          id={group._id}
          name={group.name}
          src={mediaUrl('publicavatars', group.avatarUrl, 640)}
          size={118}
        />
      }
      facts={
        <span>
          <IconUsers size={17} aria-hidden="true" />
          {subscribersOf(group.subscribersCount)}
        </span>
      }
      counts={
        <>
          <div>
            <dd>{formatCount(group.subscribersCount)}</dd>
            <dt>
              <Link to={`/subscribes/${group._id}?of=public`}>
                {plural(group.subscribersCount, ['подписчик', 'подписчика', 'подписчиков'])}
              </Link>
            </dt>
          </div>
          <div>
            <dd>{formatCount(group.postsCount)}</dd>
            <dt>{plural(group.postsCount, ['запись', 'записи', 'записей'])}</dt>
          </div>
        </>
      }
    >
      {isStaff ? (
        <ButtonLink
          to={`/createpublicpost/${group._id}`}
          variant="primary"
          icon={<IconPlus size={18} aria-hidden="true" />}
        >
          Новая статья
        </ButtonLink>
      ) : null}
      {group.role === 'admin' ? null : group.role === 'banned' ? (
        <p>Редакторы группы закрыли вам доступ.</p>
      ) : (
        <SubscribeButton group={group} />
      )}
      {isStaff ? (
        <ButtonLink
          to={`/editpublic/${group._id}`}
          icon={<IconPencil size={18} aria-hidden="true" />}
        >
          {group.role === 'admin' ? 'Редактировать' : 'Управление'}
        </ButtonLink>
      ) : null}
      {isStaff ? (
        <IconLink
          to={`/publicnotifications/${group._id}`}
          label="Уведомления группы"
          variant="quiet"
          icon={<IconBell />}
          count={group.unread}
        />
      ) : null}
      {group.role === 'reader' ? (
        <ButtonLink to={`/createpublicpost/${group._id}`}>Предложить запись</ButtonLink>
      ) : null}
      {isStaff ? null : (
        <Menu label="Действия с группой" items={[reportItem({ kind: 'public', id: group._id })]} />
      )}
    </HeadFrame>
  );
}
