import { SignInAgain } from '#features/account/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

/** Whether the desk is closed to this session of the admin, until they sign in again or have a factor. */
export const isClosed = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'sign_in_again' || error.code === 'factor_required');

/** What stands in place of the desk then: why, and the way there. */
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
            <ButtonLink to="/settings" variant="primary">
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
