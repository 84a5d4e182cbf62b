import { LENGTHS } from '@respa/contract/limits';
import { Card } from '#ui/layout/card.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PicturesField } from '#ui/files/pictures-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { Offer } from '../api.ts';
import { ContactFields } from './contact-fields.tsx';
import { DescriptionField } from './description-field.tsx';
import styles from './offer-form.module.css';
import { PassportChoice } from './passport-choice.tsx';
import { PriceFields } from './price-fields.tsx';
import { useOfferForm, type OfferInput } from './use-offer-form.ts';

type OfferFormProps = {
  offer?: Offer;
  action: string;
  back: string;
  onSend: (input: OfferInput) => Promise<unknown>;
};

/**
 * The form of an offer: title, text, price, game and pictures; for an account also its passport.
 */
export function OfferForm({ offer, action, back, onSend }: OfferFormProps) {
  const form = useOfferForm(offer, onSend);
  const { input, put, wrong, pictures, isSending, stop } = form;
  return (
    <Card>
      <Form className={styles.form} restored={form.restored} onSubmit={form.submit}>
        <TextField
          label="Название"
          placeholder="Что продаёте"
          maxLength={LENGTHS.title}
          value={input.title}
          disabled={isSending}
          onChange={put('title')}
          error={wrong['title']}
        />
        <PriceFields form={form} />
        <DescriptionField form={form} />
        <PassportChoice form={form} />
        <PicturesField
          folder="board"
          pictures={pictures}
          error={wrong['pictures'] ?? wrong['keep']}
          isSending={isSending}
          onStop={stop}
          onAdd={(files) => {
            form.forgive();
            pictures.picked.add(files);
          }}
        />
        <ContactFields form={form} isNew={offer === undefined} />
        <FormEnd
          wrong={wrong['all'] ?? ''}
          isBusy={isSending}
          back={back}
          action={action}
          onStop={stop}
        />
      </Form>
    </Card>
  );
}
