import { useQuery } from '@tanstack/react-query';
import * as profile from '@respa/contract/profile';
import { call } from '#lib/call.ts';
import { useSession } from '#lib/session.ts';

export const meKey = ['me'] as const;
/** The member's own record; only asked for while somebody is signed in. */
export function useMe() {
  const session = useSession();
  return useQuery({ queryKey: [...meKey, session?.userId], queryFn: () => call(profile.me), enabled: session !== null, staleTime: 5 * 60_000 });
}
