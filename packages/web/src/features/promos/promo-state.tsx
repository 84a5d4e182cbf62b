import type { Promo } from './api.ts';
import styles from './promo-page.module.css';
import { clicksOf, daysOf, viewsOf } from './words.ts';

/** What its author should know about an ad: the check, the refusal, or the counts. */
export function PromoState({ promo, wasShown }: { promo: Promo; wasShown: boolean }) {
  return (
    <>
      {promo.state === 'waiting' ? (
        <p className={styles.note}>
          Администратор проверит рекламу, и придёт уведомление.{' '}
          {`Срок, ${daysOf(promo.days)}, начнётся с одобрения.`}
        </p>
      ) : null}
      {promo.state === 'refused' ? <p className={styles.reason}>{promo.reason}</p> : null}
      {wasShown ? (
        <p className={styles.note}>
          {viewsOf(promo.views ?? 0)}, {clicksOf(promo.clicks ?? 0)}. От одного участника в день
          считаем один показ и один переход.
        </p>
      ) : null}
    </>
  );
}
