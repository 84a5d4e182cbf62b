import { sizeOf } from '#lib/text/format.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import type { Passport } from '../api.ts';
import styles from './passport-card.module.css';
import { Permissions } from './permissions.tsx';

/** Maps API levels to the Android releases that introduced them. */
const ANDROID: readonly (readonly [level: number, release: string])[] = [
  [36, '16'],
  [35, '15'],
  [34, '14'],
  [33, '13'],
  [31, '12'],
  [30, '11'],
  [29, '10'],
  [28, '9'],
  [26, '8'],
  [24, '7'],
  [23, '6'],
  [21, '5'],
  [19, '4.4'],
  [16, '4.1'],
];
const androidOf = (level: number): string => ANDROID.find(([least]) => level >= least)?.[1] ?? '4';
/** Splits the hex string into pairs, which are easier to compare with another source. */
const inPairs = (hex: string): string => hex.toUpperCase().match(/../g)?.join(':') ?? hex;

/** Shows the metadata of a game's file. */
export function PassportCard({ passport }: { passport: Passport }) {
  return (
    <Card>
      <CardHead title="Паспорт файла" />
      <dl className={styles.facts}>
        <div>
          <dt>Пакет</dt>
          <dd>{passport.package}</dd>
        </div>
        <div>
          <dt>Версия</dt>
          <dd>
            {passport.versionName || '—'} ({passport.versionCode})
          </dd>
        </div>
        <div>
          <dt>Размер</dt>
          <dd>{sizeOf(passport.bytes)}</dd>
        </div>
        {passport.minSdk === null ? null : (
          <div>
            <dt>Нужен Android</dt>
            <dd>{androidOf(passport.minSdk)} и новее</dd>
          </div>
        )}
      </dl>
      <Permissions permissions={passport.permissions} />
      <h3 className={styles.title}>Подпись</h3>
      <p className={styles.none}>
        {passport.signer} · {passport.schemes.join(', ')}
      </p>
      <p className={styles.hash}>
        <span>SHA-256 сертификата</span>
        <code>{inPairs(passport.certificate)}</code>
      </p>
      <p className={styles.hash}>
        <span>SHA-256 файла</span>
        <code>{inPairs(passport.hash)}</code>
      </p>
    </Card>
  );
}
