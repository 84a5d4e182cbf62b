import { IconCheck, IconClock, IconUserCheck, IconUserPlus, IconX } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import styles from '#ui/layout/compact.module.css';
import { useMyId } from '#lib/network/session.ts';
import { useRelationStep, type Relation, type Step } from './api.ts';

const LOOKS: Record<
  Relation,
  { step: Step; label: string; variant: 'soft' | 'quiet' | 'primary'; icon: typeof IconCheck }
> = {
  none: { step: 'ask', label: 'Добавить в друзья', variant: 'soft', icon: IconUserPlus },
  request: { step: 'cancel', label: 'Отменить заявку', variant: 'quiet', icon: IconClock },
  incoming: { step: 'accept', label: 'Принять заявку', variant: 'primary', icon: IconUserCheck },
  friends: { step: 'remove', label: 'В друзьях', variant: 'quiet', icon: IconCheck },
};

type RelationButtonProps = {
  id: string;
  name: string;
  relation: Relation;
  size?: 'small' | 'medium';
  /** On phones only the icon. */
  compact?: boolean;
  /** Whether an incoming request can be declined here too. */
  hasReject?: boolean;
};
/**
 * The action on the relationship with another user: send, cancel or accept a request, or remove the
 * friend. Renders nothing for the viewer's own row.
 */
export function RelationButton({
  id,
  name,
  relation,
  size,
  compact,
  hasReject = true,
}: RelationButtonProps) {
  const step = useRelationStep(id);
  const look = LOOKS[relation];
  const Icon = look.icon;
  if (useMyId() === id) return null;
  const press = async () => {
    if (
      look.step === 'remove' &&
      !(await confirm({
        title: 'Убрать из друзей?',
        text: `${name} больше не будет у вас в друзьях.`,
        action: 'Убрать',
        danger: true,
      }))
    )
      return;
    step.mutate(look.step);
  };
  const main = (
    <Button
      variant={look.variant}
      size={size ?? 'medium'}
      className={compact ? styles.compact : undefined}
      icon={<Icon size={18} aria-hidden="true" />}
      busy={step.isPending && step.variables !== 'reject'}
      onClick={() => void press()}
      aria-label={`${look.label}: ${name}`}
      title={look.step === 'remove' ? 'Убрать из друзей' : undefined}
    >
      {look.label}
    </Button>
  );
  if (relation !== 'incoming' || !hasReject) return main;
  return (
    <>
      {main}
      <Button
        size={size ?? 'medium'}
        className={compact ? styles.compact : undefined}
        icon={compact ? <IconX size={18} aria-hidden="true" /> : undefined}
        busy={step.isPending && step.variables === 'reject'}
        onClick={() => step.mutate('reject')}
        aria-label={`Отклонить заявку: ${name}`}
      >
        Отклонить
      </Button>
    </>
  );
}
