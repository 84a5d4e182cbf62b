import { useRelationStep } from '#features/people/parts.ts';
import { Button } from '#ui/forms/button.tsx';
import { useDismiss } from './api.ts';

/** Accepts or declines a friend request from its notification. */
export function RequestButtons({
  noticeId,
  personId,
  name,
}: {
  noticeId: string;
  personId: string;
  name: string;
}) {
  const step = useRelationStep(personId);
  const dismiss = useDismiss('Вы отклонили заявку в друзья.');
  return (
    <>
      <Button
        variant="primary"
        size="small"
        busy={step.isPending}
        disabled={dismiss.isPending}
        onClick={() => step.mutate('accept')}
        aria-label={`Принять заявку: ${name}`}
      >
        Принять
      </Button>
      <Button
        size="small"
        busy={dismiss.isPending}
        disabled={step.isPending}
        onClick={() => dismiss.mutate(noticeId)}
        aria-label={`Отклонить заявку: ${name}`}
      >
        Отклонить
      </Button>
    </>
  );
}
