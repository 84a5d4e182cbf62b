import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import type { Passport } from './api.ts';
import styles from './passport-card.module.css';

const SHOWN = 6;

/** What a game's file may do on a phone: what is explained first, then the other permissions. */
export function Permissions({ permissions }: Pick<Passport, 'permissions'>) {
  const [isWhole, setWhole] = useState(false);
  const own = permissions.filter(({ text }) => text === '');
  const known = [
    ...new Map(
      permissions.filter(({ text }) => text !== '').map((one) => [one.text, one]),
    ).values(),
  ];
  const shown = isWhole ? known : known.slice(0, SHOWN);
  const rest = known.length - shown.length + (isWhole ? 0 : own.length);
  return (
    <>
      <h3 className={styles.title}>Разрешения</h3>
      {permissions.length === 0 ? <p className={styles.none}>Не просит ни одного</p> : null}
      <ul className={styles.permissions}>
        {shown.map(({ name, text }) => (
          <li key={name} title={name}>
            {text}
          </li>
        ))}
        {isWhole
          ? own.map(({ name }) => (
              <li key={name} className={styles.code}>
                {name}
              </li>
            ))
          : null}
      </ul>
      {rest > 0 || isWhole ? (
        <Button
          size="small"
          variant="plain"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Свернуть' : `Ещё ${rest}`}
        </Button>
      ) : null}
    </>
  );
}
