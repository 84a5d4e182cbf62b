import { Button } from '#ui/forms/button.tsx';
import { useSignInAgain } from './api.ts';

/** Ends this session and returns here after a new sign-in. */
export function SignInAgain() {
  const again = useSignInAgain();
  return (
    <Button variant="primary" busy={again.isPending} onClick={() => again.mutate()}>
      Войти ещё раз
    </Button>
  );
}
