import { sentenceOf } from '#lib/call.ts';
import { showHint } from '#ui/hints.ts';
import { SubscriptionButton } from '#ui/subscription-button.tsx';
import { useSubscribe, type Card } from './api.ts';

/** Begins or ends the subscription to a group. */
export function SubscribeButton({ group, size }: { group: Card; size?: 'small' }) {
  const subscribe = useSubscribe();
  const turn = () =>
    subscribe.mutate(group, {
      onSuccess: ({ isSubscriber }) => showHint(isSubscriber ? 'Вы подписались' : 'Вы отписались'),
      onError: (error) => showHint(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <SubscriptionButton
      name={group.name}
      isSubscriber={group.isSubscriber}
      busy={subscribe.isPending}
      size={size}
      onTurn={turn}
    />
  );
}
