import { Card, CardHead } from '#ui/layout/card.tsx';
import styles from './uploads.module.css';

/** The files that were just uploaded. A replaced file is fetched again. */
export function UploadedFiles({ files }: { files: readonly { url: string; at: number }[] }) {
  return (
    <Card>
      <CardHead title="Загружено сейчас" />
      <ul className={styles.put}>
        {files.map(({ url, at }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              <img src={`${url}?${at}`} alt="" width="56" height="56" />
              {url}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
