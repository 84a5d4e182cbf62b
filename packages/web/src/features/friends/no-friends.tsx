import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';

/** Shown in place of an empty list of friends. */
export function NoFriends({
  isMine,
  isSearch,
  onReset,
}: {
  isMine: boolean;
  isSearch: boolean;
  onReset: () => void;
}) {
  return isSearch ? (
    <EmptyState
      art="search"
      text="Никого не нашли"
      more="Среди друзей таких нет."
      action={
        <Button variant="primary" onClick={onReset}>
          Показать всех друзей
        </Button>
      }
    />
  ) : (
    <EmptyState
      art="people"
      text={isMine ? 'У вас пока нет друзей' : 'Здесь пока нет друзей'}
      more={isMine ? 'Найдите знакомых или тех, кто играет в то же, что и вы.' : undefined}
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
