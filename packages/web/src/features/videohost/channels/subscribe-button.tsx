import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { SubscriptionButton } from '#ui/forms/subscription-button.tsx';
import { useSubscribe } from '../api.ts';

/** Subscribes to a channel or unsubscribes. */
export function SubscribeButton({
  channel,
  size,
}: {
  channel: { _id: string; name: string; isSubscriber: boolean };
  size?: 'small';
}) {
  const subscribe = useSubscribe();
  const turn = () =>
    subscribe.mutate(channel, {
      onSuccess: ({ isSubscriber }) => showToast(isSubscriber ? 'Вы подписались' : 'Вы отписались'),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <SubscriptionButton
      name={channel.name}
      isSubscriber={channel.isSubscriber}
      busy={subscribe.isPending}
      size={size}
      onTurn={turn}
    />
  );
}
