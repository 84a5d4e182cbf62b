import { useState } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { ProlongWindow } from '#ui/forms/prolong-window.tsx';
import { useProlong, type Promo } from './api.ts';
import { DaysField } from './days-field.tsx';

/** The window that prolongs an ad, or shows it again. */
export function ProlongPromo({ promo, onClose }: { promo: Promo; onClose: () => void }) {
  const prolong = useProlong(promo._id);
  const [days, setDays] = useState('7');
  const [from] = useState(
    () => new Date(Math.max(Date.now(), Date.parse(promo.dieDate ?? '') || 0)),
  );
  return (
    <ProlongWindow days={days} prolong={prolong} onClose={onClose}>
      <DaysField
        value={days}
        from={from}
        onChange={(value) => {
          setDays(value);
          prolong.reset();
        }}
        error={prolong.error ? sentenceOf(prolong.error) : undefined}
      />
    </ProlongWindow>
  );
}
