import { IconPhone } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { usePhone, type Offer } from '../api.ts';
import styles from './offer-page.module.css';

/** Loads the seller's phone number only when it is requested. */
export function PhoneButton({ offer }: { offer: Offer }) {
  const phone = usePhone(offer._id);
  if (phone.data !== undefined)
    return (
      <div role="status">
        <ButtonLink
          href={`tel:${phone.data.replace(/[^+\d]/g, '')}`}
          wide
          icon={<IconPhone size={18} aria-hidden="true" />}
        >
          {phone.data}
        </ButtonLink>
      </div>
    );
  const show = () =>
    phone.mutate(undefined, { onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }) });
  return (
    <Button
      wide
      icon={<IconPhone size={18} aria-hidden="true" />}
      busy={phone.isPending}
      onClick={show}
    >
      Показать телефон <span className={styles.masked}>{offer.phone}</span>
    </Button>
  );
}
