import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';

/** Shown in place of an empty list of friends. */
export function NoFriends({ isMine, isSearch }: { isMine: boolean; isSearch: boolean }) {
  return isSearch ? (
    <EmptyState art="search" text="Никого не нашли" />
  ) : (
    <EmptyState
      art="people"
      text={isMine ? 'У вас пока нет друзей' : 'Здесь пока нет друзей'}
      action={
        isMine ? (
          <ButtonLink to="/users" variant="primary">
            Найти людей
          </ButtonLink>
        ) : undefined
      }
    />
  );
}
