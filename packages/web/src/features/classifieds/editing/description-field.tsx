import { useDeferredValue } from 'react';
import { findSuspicions } from '@respa/contract/classified-rules';
import { LENGTHS } from '@respa/contract/limits';
import { TextArea } from '#ui/forms/text-area.tsx';
import { SuspicionCard } from '../suspicion-card.tsx';
import type { OfferForm } from './use-offer-form.ts';

/** The text of an offer, and what may put buyers off in it. */
export function DescriptionField({ form }: { form: OfferForm }) {
  const { input, put, naming, wrong, isSending } = form;
  const { title, description } = input;
  const read = useDeferredValue(`${title}\n${description}`);
  return (
    <>
      <div>
        <TextArea
          label="Описание"
          minRows={5}
          maxRows={20}
          area={naming.area}
          value={description}
          disabled={isSending}
          onChange={put('description')}
          error={wrong['description']}
          {...(description.length > LENGTHS.description - 500
            ? { limit: LENGTHS.description }
            : {})}
        />
        {naming.slot}
      </div>
      <SuspicionCard found={findSuspicions(read, [location.host])} to="author" />
    </>
  );
}
