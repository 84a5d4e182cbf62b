import {
  IconDeviceGamepad2,
  IconFile,
  IconFileMusic,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileWord,
  IconFileZip,
  IconFolderFilled,
  IconMovie,
  IconPhoto,
} from '#ui/icons.ts';
import type { ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { thumbnailSource } from '#lib/browser/media.ts';
import { Thumbnail } from '#ui/media/thumbnail.tsx';
import type { Thing } from './api.ts';
import styles from './item-icon.module.css';

const of = (sign: ReactNode, types: string): [string, ReactNode][] =>
  types.split(' ').map((type) => [type, sign]);
const look = { stroke: 1.4 };
const UNKNOWN = <IconFile {...look} />;
const GLYPHS = new Map<string, ReactNode>([
  ...of(<IconFolderFilled />, 'folder'),
  ...of(<IconPhoto {...look} />, 'png jpg gif webp bmp heic'),
  ...of(<IconMovie {...look} />, 'mp4 webm avi mov mkv flv ts'),
  ...of(<IconFileMusic {...look} />, 'mp3 ogg flac wav m4a'),
  ...of(<IconFileText {...look} />, 'txt'),
  ...of(<IconFileTypePdf {...look} />, 'pdf'),
  ...of(<IconFileWord {...look} />, 'doc docx rtf'),
  ...of(<IconFileSpreadsheet {...look} />, 'xls xlsx'),
  ...of(<IconFileTypePpt {...look} />, 'ppt pptx'),
  ...of(<IconFileZip {...look} />, 'zip rar 7z gz'),
  ...of(<IconDeviceGamepad2 {...look} />, 'apk'),
]);
const WORDS: Record<string, string> = {
  folder: 'Папка',
  txt: 'Текст',
  pdf: 'Документ PDF',
  doc: 'Документ Word',
  docx: 'Документ Word',
  rtf: 'Документ RTF',
  xls: 'Таблица Excel',
  xlsx: 'Таблица Excel',
  ppt: 'Презентация',
  pptx: 'Презентация',
  zip: 'Архив',
  rar: 'Архив',
  '7z': 'Архив',
  gz: 'Архив',
  apk: 'Приложение Android',
  file: 'Файл',
};
const KINDS: [string, string][] = [
  ['Картинка', 'png jpg gif webp bmp heic'],
  ['Видео', 'mp4 webm avi mov mkv flv ts'],
  ['Музыка', 'mp3 ogg flac wav m4a'],
];
/** Returns the name of an item's type. */
export const wordOf = (type: string): string =>
  WORDS[type] ??
  `${KINDS.find(([, types]) => types.split(' ').includes(type))?.[0] ?? 'Файл'} ${type.toUpperCase()}`;

/** The picture of an item, or an icon for its type. */
export function ItemIcon({
  thing: { preview, type },
  size,
}: {
  thing: Pick<Thing, 'type' | 'preview'>;
  size: 'tile' | 'row';
}) {
  const sign = GLYPHS.get(type) ?? UNKNOWN;
  if (preview === null)
    return (
      <span
        className={classNames(styles.icon, styles[size], type === 'folder' && styles.folder)}
        aria-hidden="true"
      >
        {sign}
      </span>
    );
  return (
    <span className={classNames(styles.icon, styles[size])} aria-hidden="true">
      <Thumbnail
        key={preview.name}
        {...thumbnailSource('cloud', preview)}
        sizes={size === 'tile' ? '160px' : '40px'}
        instead={sign}
      />
    </span>
  );
}
