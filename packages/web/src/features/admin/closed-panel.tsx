import { SignInAgain } from '#features/account/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

/**
 * Returns whether the admin panel is closed to this admin session until a new sign-in or until a
 * second factor is set up.
 */
export const isClosed = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'sign_in_again' || error.code === 'factor_required');

/** Replaces the admin panel then: shows the reason and how to get access. */
export function ClosedAdminPanel({ error }: { error: ApiError }) {
  const needsFactor = error.code === 'factor_required';
  return (
    <>
      <PageHead title="Кабинет администратора" />
      <EmptyState
        art="lock"
        text={error.message}
        action={
          needsFactor ? (
            <ButtonLink to="/settings/security" variant="primary">
              Открыть настройки
            </ButtonLink>
          ) : (
            <SignInAgain />
          )
        }
      />
    </>
  );
}
