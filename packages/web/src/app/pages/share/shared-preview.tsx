import { useEffect, useState } from 'react';
import type { Shared } from './shared.ts';
import styles from './shared-preview.module.css';

/** Shows what was shared: its pictures and its text. */
export function SharedPreview({ shared: { text, files } }: { shared: Shared }) {
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = files
      .filter(({ type }) => type.startsWith('image/'))
      .map((file) => URL.createObjectURL(file));
    setAddresses(made);
    return () => made.forEach((address) => URL.revokeObjectURL(address));
  }, [files]);
  return (
    <>
      {addresses.length > 0 ? (
        <ul className={styles.pictures}>
          {addresses.map((address, at) => (
            <li key={address}>
              <img className={styles.picture} src={address} alt={`Картинка ${at + 1}`} />
            </li>
          ))}
        </ul>
      ) : null}
      {text === '' ? null : <p className={styles.text}>{text}</p>}
    </>
  );
}
