import { classNames } from '#lib/browser/class-names.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import type { Offer } from '../api.ts';
import styles from './passport-card.module.css';

const yes = (answer: boolean | null, [bound, free]: readonly [string, string]) =>
  answer === null ? null : answer ? bound : free;

/** Shows what the seller states about an account, and in red what the seller leaves out. */
export function PassportCard({ offer }: { offer: Pick<Offer, 'game' | 'passport'> }) {
  if (offer.passport === null) return null;
  const { region, rank, phone, mail, bans } = offer.passport;
  const rows = [
    ['Игра', offer.game === '' ? null : offer.game],
    ['Регион', region],
    ['Ранг', rank],
    ['Телефон', yes(phone, ['Привязан', 'Не привязан'])],
    ['Почта', yes(mail, ['Привязана', 'Не привязана'])],
    ['Блокировки', bans],
  ] as const;
  const fallback = rows.filter(([, value]) => value === null).length;
  return (
    <Card>
      <CardHead title="Паспорт аккаунта" />
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd className={classNames(value === null && styles.unsaid)}>{value ?? 'Не указано'}</dd>
          </div>
        ))}
      </dl>
      {fallback > 0 ? (
        <p className={styles.note}>Спросите продавца о том, чего он не указал, до покупки.</p>
      ) : null}
    </Card>
  );
}
