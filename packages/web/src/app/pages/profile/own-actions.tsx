import { ButtonLink } from '#ui/forms/button.tsx';
import { IconBell, IconPencil } from '#ui/icons.ts';
import { IconLink } from '#ui/forms/icon-button.tsx';

/** What a member does on the own page. */
export function OwnActions({ isAdmin, unread }: { isAdmin: boolean; unread: number }) {
  return (
    <>
      <ButtonLink to="/editprofile" icon={<IconPencil size={18} aria-hidden="true" />}>
        Редактировать
      </ButtonLink>
      {isAdmin ? <ButtonLink to="/admin">Кабинет администратора</ButtonLink> : null}
      <IconLink
        to="/notifications"
        label="Уведомления"
        variant="quiet"
        icon={<IconBell />}
        count={unread}
      />
    </>
  );
}
