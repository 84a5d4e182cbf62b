import { sentenceOf } from '#lib/call.ts';
import { Button } from '#ui/button.tsx';
import { showHint } from '#ui/hints.ts';
import { useSubscribe, type Card } from './api.ts';

/** '+ Подписаться' or 'Отписаться'. */
export function SubscribeButton({ group, size }: { group: Card; size?: 'small' }) {
  const subscribe = useSubscribe();
  const turn = () => subscribe.mutate(group, {
    onSuccess: ({ isSubscriber }) => showHint(isSubscriber ? 'Вы подписались' : 'Вы отписались'), onError: (error) => showHint(sentenceOf(error), { tone: 'bad' }),
  });
  const word = group.isSubscriber ? 'Отписаться' : '+ Подписаться';
  return <Button size={size} variant={group.isSubscriber ? 'quiet' : 'primary'} busy={subscribe.isPending} onClick={turn} aria-label={`${word.replace('+ ', '')}: ${group.name}`}>{word}</Button>;
}
