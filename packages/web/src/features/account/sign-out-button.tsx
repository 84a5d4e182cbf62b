import type { ComponentProps } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Signs the member out on this device. */
export function SignOutButton({ variant }: Pick<ComponentProps<typeof Button>, 'variant'>) {
  const { signOut, isPending } = useSignOut();
  return (
    <Button size="small" variant={variant} busy={isPending} onClick={() => void signOut()}>
      Выйти
    </Button>
  );
}
