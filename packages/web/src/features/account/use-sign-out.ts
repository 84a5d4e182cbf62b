import { readLosses } from '#lib/member/sign-out-warnings.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { useLogout } from './api.ts';

/** Signs the member out on this device. If work that was not sent would be lost, it asks first. */
export function useSignOut(): { signOut: () => Promise<void>; isPending: boolean } {
  const logout = useLogout();
  const signOut = async () => {
    const losses = await readLosses();
    if (
      losses.length > 0 &&
      !(await confirm({
        title: 'Выйти, не дождавшись отправки?',
        text: losses.join(' '),
        action: 'Выйти',
        danger: true,
      }))
    )
      return;
    logout.mutate();
  };
  return { signOut, isPending: logout.isPending };
}
