import { TextField } from '#ui/forms/text-field.tsx';
import { DaysField } from './days-field.tsx';
import styles from './promo-form.module.css';
import type { PromoForm } from './use-promo-form.ts';

/** Where an ad leads, and for how long it is shown. */
export function PromoTerms({ form: { input, put, wrong, isSending } }: { form: PromoForm }) {
  return (
    <div className={styles.pair}>
      <TextField
        label="Ссылка"
        type="url"
        inputMode="url"
        placeholder={location.origin}
        value={input.link}
        disabled={isSending}
        onChange={put('link')}
        error={wrong['link']}
        helpText="По желанию. Без неё откроется страница рекламы"
      />
      <DaysField
        value={input.dieDate}
        onChange={put('dieDate')}
        disabled={isSending}
        error={wrong['dieDate']}
        helpText="Срок начнётся, когда рекламу одобрят"
      />
    </div>
  );
}
