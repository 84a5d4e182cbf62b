import { Switch } from '#ui/forms/checkbox.tsx';
import styles from './offer-form.module.css';
import { NO_PASSPORT, PassportFields } from './passport-fields.tsx';
import type { OfferForm } from './use-offer-form.ts';

/** Whether an account is for sale, and its passport. */
export function PassportChoice({ form }: { form: OfferForm }) {
  const { passport, setPassport, wrong, isSending } = form;
  return (
    <>
      <Switch
        label="Продаю аккаунт"
        helpText="Расскажите о нём заранее: так покупают охотнее"
        checked={passport !== null}
        disabled={isSending}
        onChange={(on) => setPassport(on ? NO_PASSPORT : null)}
      />
      {passport === null ? null : (
        <PassportFields passport={passport} disabled={isSending} onChange={setPassport} />
      )}
      {wrong['passport'] ? (
        <p className={styles.wrong} role="alert">
          {wrong['passport']}
        </p>
      ) : null}
    </>
  );
}
