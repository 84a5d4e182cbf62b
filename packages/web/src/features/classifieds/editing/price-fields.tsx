import { parsePrice } from '@respa/contract/classified-rules';
import { TextField } from '#ui/forms/text-field.tsx';
import { GameField } from '../game-field.tsx';
import { priceOf } from '../words.ts';
import styles from './offer-form.module.css';
import type { OfferForm } from './use-offer-form.ts';

/** The price of an offer, and its game. */
export function PriceFields({ form: { input, put, wrong, isSending } }: { form: OfferForm }) {
  const price = parsePrice(input.price);
  return (
    <div className={styles.pair}>
      <TextField
        label="Цена, ₽"
        placeholder="1 500"
        inputMode="numeric"
        maxLength={30}
        value={input.price}
        disabled={isSending}
        onChange={put('price')}
        error={wrong['price']}
        helpText={price === null ? '0 — отдадите бесплатно' : priceOf(price)}
      />
      <GameField
        value={input.game}
        onChange={put('game')}
        disabled={isSending}
        helpText="Из каталога или своё название"
      />
    </div>
  );
}
