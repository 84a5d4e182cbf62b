import { useMyId } from '#lib/network/session.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import type { Group } from './group-api.ts';

type LeaveQuestionProps = {
  group: Group;
  isForGood: boolean;
  onForGood: (isForGood: boolean) => void;
};
/** Says what leaving a group chat means, and offers not to be invited again. */
export function LeaveQuestion({ group, isForGood, onForGood }: LeaveQuestionProps) {
  const me = useMyId();
  const isLast = group.membersCount === 1;
  return (
    <>
      <p>
        {isLast
          ? 'Вы здесь последний участник: беседа будет удалена со всеми сообщениями.'
          : group.creator === me
            ? 'Управление перейдёт к тому, кто в беседе дольше всех. Вернуться можно, только если вас пригласят.'
            : 'Вернуться можно, только если вас пригласят.'}
      </p>
      {isLast ? null : (
        <Checkbox
          label="Не приглашать меня сюда 30 дней"
          checked={isForGood}
          onChange={onForGood}
        />
      )}
    </>
  );
}
