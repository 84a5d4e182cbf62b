import { displayName } from '@respa/contract/characters';
import * as communities from '@respa/contract/communities';
import { sentenceOf } from '#lib/network/call.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { Person } from './person.ts';
import { usePersonAct } from './staff-api.ts';

const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** Returns the functions that make a follower an editor, and hand over the community. */
export function useReaderActs(communityId: string) {
  const choose = usePersonAct(communityId, communities.addEditor);
  const pass = usePersonAct(communityId, communities.transferGroup);
  const make = (person: Person) =>
    choose.mutate(person._id, {
      onSuccess: () => showToast(`${displayName(person)}: теперь редактор`, { tone: 'good' }),
      onError,
    });
  const give = async (person: Person) => {
    if (
      !(await confirm({
        title: `Передать группу: ${displayName(person)}?`,
        text: 'Вы останетесь в ней редактором. Вернуть группу сможет только новый администратор.',
        action: 'Передать',
        danger: true,
      }))
    )
      return;
    pass.mutate(person._id, {
      onSuccess: () => showToast(`Группу теперь ведёт ${displayName(person)}`, { tone: 'good' }),
      onError,
    });
  };
  return { make, give };
}
