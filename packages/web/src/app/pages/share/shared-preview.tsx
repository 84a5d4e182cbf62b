import { useCallback } from 'react';
import type { Shared } from './shared.ts';
import styles from './shared-preview.module.css';

/** Shows what was shared: its pictures and its text. */
export function SharedPreview({ shared: { text, files } }: { shared: Shared }) {
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  return (
    <>
      {pictures.length > 0 ? (
        <ul className={styles.pictures}>
          {pictures.map((file, at) => (
            // Two files may have the same name.
            <li key={`${at} ${file.name}`}>
              <Picture file={file} label={`Картинка ${at + 1}`} />
            </li>
          ))}
        </ul>
      ) : null}
      {text === '' ? null : <p className={styles.text}>{text}</p>}
    </>
  );
}

function Picture({ file, label }: { file: File; label: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return <img ref={show} className={styles.picture} alt={label} />;
}
