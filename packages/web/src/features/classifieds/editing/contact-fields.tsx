import { CLASSIFIEDS } from '@respa/contract/limits';
import { TextField } from '#ui/forms/text-field.tsx';
import { LifetimeField } from '../lifetime-field.tsx';
import styles from './offer-form.module.css';
import type { OfferForm } from './use-offer-form.ts';

type ContactFieldsProps = {
  form: OfferForm;
  /** A new offer also has a lifetime. */
  isNew: boolean;
};

/** The phone of the seller, and for how long the offer is shown. */
export function ContactFields({ form, isNew }: ContactFieldsProps) {
  const { input, put, wrong, isSending } = form;
  return (
    <div className={styles.pair}>
      <TextField
        label="Телефон"
        type="tel"
        autoComplete="tel"
        placeholder="По желанию"
        maxLength={CLASSIFIEDS.phone}
        value={input.phone}
        disabled={isSending}
        onChange={put('phone')}
        error={wrong['phone']}
        helpText="Увидят участники, когда нажмут «Показать телефон»"
      />
      {isNew ? (
        <LifetimeField
          value={input.dieDate}
          onChange={put('dieDate')}
          disabled={isSending}
          error={wrong['dieDate']}
        />
      ) : null}
    </div>
  );
}
