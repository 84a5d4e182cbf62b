import { Button } from './button.tsx';

type SubscriptionButtonProps = {
  name: string;
  isSubscriber: boolean;
  busy: boolean;
  size?: 'small' | undefined;
  onTurn: () => void;
};

/** Shows '+ Подписаться' or 'Отписаться'. */
export function SubscriptionButton({
  name,
  isSubscriber,
  busy,
  size,
  onTurn,
}: SubscriptionButtonProps) {
  const word = isSubscriber ? 'Отписаться' : '+ Подписаться';
  return (
    <Button
      size={size}
      variant={isSubscriber ? 'quiet' : 'primary'}
      busy={busy}
      onClick={onTurn}
      aria-label={`${word.replace('+ ', '')}: ${name}`}
    >
      {word}
    </Button>
  );
}
