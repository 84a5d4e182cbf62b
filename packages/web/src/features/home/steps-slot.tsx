import { lazy, Suspense, useEffect, useState } from 'react';
import { hadSteps, rememberSteps } from './first-steps.ts';
import { useOverview } from './overview-api.ts';
import styles from './steps-slot.module.css';

const StepsCard = lazy(async () => ({ default: (await import('./steps-card.tsx')).StepsCard }));

/**
 * The first steps of a new member. Its place is kept while it loads, where it is expected: for a
 * newcomer, and after a visit that showed it. Nothing moves when the response arrives.
 */
export function StepsSlot({ isNewcomer }: { isNewcomer: boolean }) {
  const { data } = useOverview();
  const [had] = useState(hadSteps);
  useEffect(() => {
    if (data !== undefined) rememberSteps(data.steps);
  }, [data]);
  const place = had || isNewcomer ? <div className={styles.place} aria-hidden="true" /> : null;
  if (data === undefined) return place;
  if (data.steps === null || place === null) return null;
  return (
    <Suspense fallback={place}>
      <StepsCard steps={data.steps} />
    </Suspense>
  );
}
