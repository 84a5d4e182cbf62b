import { useState } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { SubscriptionButton } from '#ui/forms/subscription-button.tsx';
import { useSubscribe } from './api.ts';

/**
 * Follows a community that the member did not follow when the list was loaded, or takes it back.
 */
export function NewSubscription({ id, name }: { id: string; name: string }) {
  const subscribe = useSubscribe();
  const [isSubscriber, setSubscriber] = useState(false);
  const turn = () =>
    subscribe.mutate(
      { _id: id, isSubscriber },
      {
        onSuccess: (answer) => setSubscriber(answer.isSubscriber),
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      },
    );
  return (
    <SubscriptionButton
      name={name}
      isSubscriber={isSubscriber}
      busy={subscribe.isPending}
      size="small"
      onTurn={turn}
    />
  );
}
