import { sizeOf } from '#lib/text/format.ts';
import { thumbnailSource } from '#lib/browser/media.ts';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { IconArrowDown, IconFile } from '#ui/icons.ts';
import { Thumbnail } from '#ui/media/thumbnail.tsx';
import type { Unsent } from '../../composer/unsent/outbox-store.ts';
import type { Message } from '../../rooms/room-state.ts';
import styles from './file-cards.module.css';

type Shown = Message['files'][number];
const urlOf = (messageId: string, name: string): string =>
  `/media/message-file/${messageId}/${encodeURIComponent(name)}`;

/** The files of any type in a message; a press saves one. */
export function FileCards({ message: { _id, files } }: { message: Message }) {
  return files.map((file) => (
    <a
      key={file.name}
      className={styles.card}
      href={urlOf(_id, file.name)}
      download={file.title}
      aria-label={`Скачать ${file.title}, ${sizeOf(file.bytes)}`}
    >
      <Picture preview={file.preview} />
      <Words title={file.title} bytes={file.bytes} />
      <IconArrowDown size={20} className={styles.sign} aria-hidden="true" />
    </a>
  ));
}
function Picture({ preview }: Pick<Shown, 'preview'>) {
  const icon = <IconFile size={24} stroke={1.6} aria-hidden="true" />;
  return (
    <span className={styles.picture}>
      {preview === null ? (
        icon
      ) : (
        <Thumbnail {...thumbnailSource('message-files', preview)} sizes="44px" instead={icon} />
      )}
    </span>
  );
}
const Words = ({ title, bytes }: Pick<Shown, 'title' | 'bytes'>) => (
  <span className={styles.words}>
    <bdi className={styles.title}>{title}</bdi>
    <small>{sizeOf(bytes)}</small>
  </span>
);

/** The files of an unsent message, with the share that is uploaded. */
export function UnsentFiles({ item: { files, cloud = [], state, progress } }: { item: Unsent }) {
  const shown = [
    ...files.documents.map(({ name, size }) => ({ title: name, bytes: size })),
    ...cloud,
  ];
  return shown.map(({ title, bytes }, index) => (
    <span key={`${index} ${title}`} className={styles.card}>
      <Picture preview={null} />
      <Words title={title} bytes={bytes} />
      {state === 'sending' && index === 0 ? (
        <ProgressRing value={progress} label="Отправляем файлы" />
      ) : null}
    </span>
  ));
}
