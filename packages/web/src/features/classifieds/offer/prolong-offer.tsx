import { useState } from 'react';
import { CLASSIFIEDS } from '@respa/contract/limits';
import { sentenceOf } from '#lib/network/call.ts';
import { ProlongWindow } from '#ui/forms/prolong-window.tsx';
import { useProlong, type Offer } from '../api.ts';
import { LifetimeField } from '../lifetime-field.tsx';

/** The window that prolongs an offer, or returns it to the lists. */
export function ProlongOffer({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const prolong = useProlong(offer._id);
  const [days, setDays] = useState(String(CLASSIFIEDS.prolongDays));
  return (
    <ProlongWindow days={days.trim() === '' ? '0' : days} prolong={prolong} onClose={onClose}>
      <LifetimeField
        offer={offer}
        value={days}
        onChange={(value) => {
          setDays(value);
          prolong.reset();
        }}
        error={prolong.error ? sentenceOf(prolong.error) : undefined}
      />
    </ProlongWindow>
  );
}
