import { useEffect, useState } from 'react';
import { part } from '#lib/browser/part.tsx';
import { hadSteps, rememberSteps } from './first-steps.ts';
import { useOverview } from './overview-api.ts';
import styles from './steps-slot.module.css';

const Place = () => <div className={styles.place} aria-hidden="true" />;
const StepsCard = part(async () => (await import('./steps-card.tsx')).StepsCard, Place);

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
  const hasPlace = had || isNewcomer;
  if (!hasPlace) return null;
  if (data === undefined) return <Place />;
  return data.steps === null ? null : <StepsCard steps={data.steps} />;
}
