import { useState } from 'react';
import { IconHeart, IconHeartFilled } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { useMark, type Card } from './api.ts';
import styles from './mark-button.module.css';

/** The favourite button of an offer. It toggles at once, and back if the server refuses. */
export function MarkButton({
  offer,
  variant = 'quiet',
}: {
  offer: Pick<Card, '_id' | 'title' | 'isFavourite'>;
  variant?: 'quiet' | 'glass';
}) {
  const mark = useMark(offer._id);
  const [asked, setAsked] = useState<boolean | null>(null);
  const isOn = asked ?? offer.isFavourite;
  const turn = () => {
    setAsked(!isOn);
    mark.mutate(!isOn, {
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      onSettled: () => setAsked(null),
    });
  };
  return (
    <IconButton
      label={`${isOn ? 'Убрать из избранного' : 'В избранное'}: ${offer.title}`}
      variant={variant}
      aria-pressed={isOn}
      icon={isOn ? <IconHeartFilled size={20} className={styles.on} /> : <IconHeart size={20} />}
      onClick={turn}
    />
  );
}
