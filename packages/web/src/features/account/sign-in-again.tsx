import { Button } from '#ui/forms/button.tsx';
import { useSignInAgain } from './api.ts';

/** Ends this session and leads back here through the sign-in. */
export function SignInAgain() {
  const again = useSignInAgain();
  return (
    <Button variant="primary" busy={again.isPending} onClick={() => again.mutate()}>
      Войти ещё раз
    </Button>
  );
}
