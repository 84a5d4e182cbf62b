import { displayName } from '@respa/contract/characters';
import { day } from '#lib/text/format.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { PersonRow } from '#features/people/parts.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/forms/button.tsx';
import { endOf } from './words.ts';
import type { Member, useLift } from './api.ts';

/** Returns the one-line summary of a member in the admin panel. */
function factsOf({ email, activated, suspension, isAdmin, joined }: Member): string {
  const state = isAdmin
    ? 'администратор'
    : suspension !== null
      ? `заблокирован(а) ${endOf(suspension.until)}: ${suspension.reason}`
      : activated
        ? `с ${day(joined)}`
        : 'не подтвердил(а) почту';
  return `${email} · ${state}`;
}
type MemberRowProps = {
  member: Member;
  lift: ReturnType<typeof useLift>;
  onSuspend: () => void;
};
/** A member, with a button to suspend them or to end their suspension. */
export function MemberRow({ member, lift, onSuspend }: MemberRowProps) {
  const free = async () => {
    if (!(await confirm({ title: `Снять блокировку: ${displayName(member)}?`, action: 'Снять' })))
      return;
    lift.mutate(member._id, {
      onSuccess: () => showToast(`${displayName(member)}: блокировка снята`, { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  return (
    <PersonRow person={member} text={factsOf(member)}>
      {member.isAdmin || !member.activated ? null : member.suspension === null ? (
        <Button
          size="small"
          aria-label={`Заблокировать: ${displayName(member)}`}
          onClick={onSuspend}
        >
          Заблокировать
        </Button>
      ) : (
        <Button
          size="small"
          busy={lift.isPending && lift.variables === member._id}
          aria-label={`Снять блокировку: ${displayName(member)}`}
          onClick={() => void free()}
        >
          Снять
        </Button>
      )}
    </PersonRow>
  );
}
