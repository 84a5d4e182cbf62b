import { useState } from 'react';
import { IconCheck, IconUserPlus } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import { useRelationStep } from './api.ts';

/**
 * Asks a person who was a stranger when the list was loaded to become a friend, or takes the
 * request back.
 */
export function AddButton({ id, name }: { id: string; name: string }) {
  const step = useRelationStep(id);
  const [isAsked, setAsked] = useState(false);
  const Icon = isAsked ? IconCheck : IconUserPlus;
  return (
    <Button
      size="small"
      variant={isAsked ? 'quiet' : 'soft'}
      icon={<Icon size={18} aria-hidden="true" />}
      busy={step.isPending}
      aria-label={`${isAsked ? 'Отменить заявку' : 'Добавить'}: ${name}`}
      onClick={() =>
        step.mutate(isAsked ? 'cancel' : 'ask', { onSuccess: () => setAsked(!isAsked) })
      }
    >
      {isAsked ? 'Заявка отправлена' : 'Добавить'}
    </Button>
  );
}
