import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { SubscriptionButton } from '#ui/forms/subscription-button.tsx';
import { useSubscribe, type Card } from './api.ts';

/** Subscribes to a community or unsubscribes. */
export function SubscribeButton({ community, size }: { community: Card; size?: 'small' }) {
  const subscribe = useSubscribe();
  const turn = () =>
    subscribe.mutate(community, {
      onSuccess: ({ isSubscriber }) => showToast(isSubscriber ? 'Вы подписались' : 'Вы отписались'),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <SubscriptionButton
      name={community.name}
      isSubscriber={community.isSubscriber}
      busy={subscribe.isPending}
      size={size}
      onTurn={turn}
    />
  );
}
