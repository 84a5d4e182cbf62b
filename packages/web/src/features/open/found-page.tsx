import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { ApiError } from '#lib/network/call.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { JoinBar } from './join-bar.tsx';
import styles from './open.module.css';

/**
 * A page about one object that visitors may read. What does not exist looks the same as what is for
 * members: the server does not tell a visitor which of the two it is.
 */
export function FoundPage<Thing>({
  found,
  title,
  invitation,
  children,
}: {
  found: UseQueryResult<Thing>;
  title: (thing: Thing) => string;
  /** What a member can do here. */
  invitation: string;
  children: (thing: Thing) => ReactNode;
}) {
  const { pathname, search } = useLocation();
  const name = found.data === undefined ? 'Респа' : title(found.data);
  usePageTitle(name);
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <div className={styles.missing}>
        <HiddenHead title="Страница не найдена" />
        <NotFoundState
          more="Её удалили, или она открыта только участникам. Если у вас есть профиль, войдите."
          action={
            <ButtonLink to="/login" variant="primary" state={{ from: pathname + search }}>
              Войти
            </ButtonLink>
          }
        />
      </div>
    );
  if (found.data === undefined)
    return (
      <>
        <HiddenHead title={name} />
        {found.isError ? <ErrorState onRetry={() => void found.refetch()} /> : <PageSkeleton />}
      </>
    );
  return (
    <div className={styles.page}>
      {children(found.data)}
      <JoinBar text={invitation} />
    </div>
  );
}
