import { useEffect, useRef, useState } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Card } from '#ui/layout/card.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { hide, type Promo } from './api.ts';
import styles from './promo-slot.module.css';
import { SlotContent } from './slot-content.tsx';
import { useSeen } from './use-seen.ts';
import { WhyWindow } from './why-window.tsx';

/** An ad in a list. The member can hide it. */
export function SlotCard({ promo, flat }: { promo: Promo; flat: boolean }) {
  const card = useRef<HTMLDivElement>(null);
  const [isHidden, setHidden] = useState(false);
  const [isExplained, setExplained] = useState(false);
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isHidden) notice.current?.focus();
  }, [isHidden]);
  useSeen(card, promo._id);
  const drop = () =>
    hide(promo._id).then(
      () => setHidden(true),
      (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' }),
    );
  return (
    <Card
      as="div"
      inset="flush"
      role="complementary"
      aria-label="Реклама"
      className={classNames(styles.card, flat && styles.bare)}
    >
      <div ref={card} className={styles.inside}>
        {isHidden ? (
          <p ref={notice} className={styles.gone} tabIndex={-1}>
            Скрыли. Эту рекламу больше не покажем.
          </p>
        ) : (
          <SlotContent
            promo={promo}
            onHide={() => void drop()}
            onExplain={() => setExplained(true)}
          />
        )}
      </div>
      {isExplained ? <WhyWindow promo={promo} onClose={() => setExplained(false)} /> : null}
    </Card>
  );
}
