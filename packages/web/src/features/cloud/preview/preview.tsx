import { lazy, Suspense, useState } from 'react';
import { IconExternalLink } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Lightbox } from '#ui/overlays/lightbox.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { bytesUrl, useText, type Thing } from '../api.ts';
import styles from './preview.module.css';
import { ItemIcon } from '../item-icon.tsx';

const PdfPreview = lazy(async () => ({ default: (await import('./pdf-preview.tsx')).PdfPreview }));

/** Previews a file without saving it. */
export function Preview({ file }: { file: Thing }) {
  if (file.preview !== null) return <PicturePreview file={file} preview={file.preview} />;
  if (file.type === 'bmp')
    return <img className={styles.plain} src={bytesUrl(file)} alt={file.name} />;
  if (['mp4', 'webm'].includes(file.type))
    return (
      <video
        className={styles.video}
        src={bytesUrl(file)}
        controls
        preload="metadata"
        playsInline
        aria-label={file.name}
      />
    );
  if (['mp3', 'ogg', 'wav', 'm4a', 'flac'].includes(file.type))
    return (
      <audio
        className={styles.audio}
        src={bytesUrl(file)}
        controls
        preload="metadata"
        aria-label={file.name}
      />
    );
  if (file.type === 'pdf') {
    return (
      <div className={styles.sign}>
        <Suspense fallback={<Spinner label="Открываем документ" />}>
          <PdfPreview src={bytesUrl(file)} name={file.name} />
        </Suspense>
        <ButtonLink
          href={bytesUrl(file)}
          newTab
          icon={<IconExternalLink size={18} aria-hidden="true" />}
        >
          Открыть в новой вкладке
        </ButtonLink>
      </div>
    );
  }
  if (['txt', 'doc', 'docx', 'rtf'].includes(file.type)) return <TextPreview file={file} />;
  return (
    <div className={styles.sign}>
      <ItemIcon thing={file} size="tile" />
    </div>
  );
}
function PicturePreview({
  file,
  preview,
}: {
  file: Thing;
  preview: NonNullable<Thing['preview']>;
}) {
  const [place, setPlace] = useState<number | null>(null);
  const pictures = [pictureSource('cloud', preview, file.name)];
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        onClick={() => setPlace(0)}
        aria-label={`Открыть картинку: ${file.name}`}
      >
        <Picture {...pictures[0]!} sizes="(max-width: 500px) 100vw, 600px" />
      </button>
      <Lightbox pictures={pictures} place={place} onChange={setPlace} />
    </>
  );
}
function TextPreview({ file }: { file: Thing }) {
  const text = useText(file._id, file.type);
  if (text.isPending)
    return (
      <div className={styles.sign}>
        <Spinner label="Читаем" />
      </div>
    );
  if (text.isError)
    return (
      <div className={styles.sign}>
        <ItemIcon thing={file} size="tile" />
        <p className={styles.note}>{sentenceOf(text.error)}</p>
      </div>
    );
  return (
    <>
      {text.data.text === '' ? (
        <p className={styles.note}>Файл пуст</p>
      ) : (
        <textarea
          className={styles.text}
          readOnly
          rows={14}
          aria-label={`Текст: ${file.name}`}
          value={text.data.text}
        />
      )}
      {text.data.isCut ? (
        <p className={styles.note}>Показано начало. Целиком — после скачивания.</p>
      ) : null}
    </>
  );
}
