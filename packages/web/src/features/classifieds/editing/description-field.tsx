import { useDeferredValue } from 'react';
import { findSuspicions } from '@respa/contract/classified-rules';
import { LENGTHS } from '@respa/contract/limits';
import { TextArea } from '#ui/forms/text-area.tsx';
import { SuspicionCard } from '../suspicion-card.tsx';
import type { OfferForm } from './use-offer-form.ts';

/** The text of an offer, and what may put buyers off in it. */
export function DescriptionField({ form: { input, put, wrong, isSending } }: { form: OfferForm }) {
  const { title, description } = input;
  const read = useDeferredValue(`${title}\n${description}`);
  return (
    <>
      <TextArea
        label="Описание"
        minRows={5}
        maxRows={20}
        value={description}
        disabled={isSending}
        onChange={put('description')}
        error={wrong['description']}
        {...(description.length > LENGTHS.description - 500 ? { limit: LENGTHS.description } : {})}
      />
      <SuspicionCard found={findSuspicions(read, [location.host])} to="author" />
    </>
  );
}
