import { IconBell, IconPencil, IconPlus, IconRss } from '#ui/icons.ts';
import { reportItem } from '#features/reports/parts.ts';
import { copyText } from '#ui/feedback/copy-text.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { CommunityDetails } from './api.ts';
import { SubscribeButton } from './subscribe-button.tsx';

/** The viewer's actions in a community. */
export function CommunityActs({ community }: { community: CommunityDetails }) {
  const isStaff = community.role === 'admin' || community.role === 'editor';
  return (
    <>
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
        <ButtonLink to={`/createpublicpost/${community._id}`}>Предложить пост</ButtonLink>
      ) : null}
      <Menu
        label="Действия с группой"
        items={[
          community.readers === 'all' && {
            label: 'Скопировать ссылку на RSS',
            icon: <IconRss size={18} />,
            onSelect: () =>
              void copyText(
                `${location.origin}/rss/community/${community._id}.xml`,
                'Ссылка скопирована',
              ),
          },
          !isStaff && reportItem({ kind: 'public', id: community._id }),
        ]}
      />
    </>
  );
}
