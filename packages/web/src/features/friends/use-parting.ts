import { displayName } from '@respa/contract/characters';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { confirmRemoval } from './confirm-removal.ts';
import { useRemoveFriend } from './api.ts';

type Friend = { _id: string; name: string; surname: string };
/** Removes friends once the member has confirmed it. */
export function useParting() {
  const remove = useRemoveFriend();
  const part = async (friend: Friend, friends: readonly Friend[]) => {
    const name = displayName(friend);
    if (!(await confirmRemoval(name))) return;
    remove.mutate(
      { id: friend._id, shown: friends.slice(0, 50).map((one) => one._id) },
      {
        onSuccess: () => showToast(`${name}: больше не в друзьях`),
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      },
    );
  };
  return {
    part,
    isParting: (id: string) => remove.isPending && remove.variables.id === id,
  };
}
