import { useCallback } from 'react';
import { counted } from '#lib/text/format.ts';
import type { Shared } from './shared.ts';
import styles from './shared-preview.module.css';

/** Shows what was shared: its pictures and its text, and says what is missing. */
export function SharedPreview({
  shared: { text, files, left = 0, isCut = false },
}: {
  shared: Shared;
}) {
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
      {left === 0 ? null : (
        <p className={styles.left} role="status">
          {`Не вошло: ${counted(left, ['файл', 'файла', 'файлов'])}. Можно до десяти, вместе до 100 МБ.`}
        </p>
      )}
      {isCut ? (
        <p className={styles.left} role="status">
          Текст слишком длинный, и его конец не вошёл.
        </p>
      ) : null}
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
