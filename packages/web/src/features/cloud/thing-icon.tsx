import { IconDeviceGamepad2, IconFile, IconFileMusic, IconFileSpreadsheet, IconFileText, IconFileTypePdf, IconFileTypePpt, IconFileWord, IconFileZip, IconFolderFilled, IconMovie, IconPhoto, type Icon } from '@tabler/icons-react';
import { classNames } from '#lib/class-names.ts';
import { pictureSource } from '#lib/media.ts';
import { Picture } from '#ui/picture.tsx';
import type { Thing } from './api.ts';
import styles from './thing-icon.module.css';

const of = (icon: Icon, types: string): [string, Icon][] => types.split(' ').map((type) => [type, icon]);
const ICONS = new Map<string, Icon>([
  ...of(IconFolderFilled, 'folder'), ...of(IconPhoto, 'png jpg gif webp bmp heic'), ...of(IconMovie, 'mp4 webm avi mov mkv'), ...of(IconFileMusic, 'mp3 ogg flac wav m4a'),
  ...of(IconFileText, 'txt'), ...of(IconFileTypePdf, 'pdf'), ...of(IconFileWord, 'doc docx'), ...of(IconFileSpreadsheet, 'xls xlsx'), ...of(IconFileTypePpt, 'ppt pptx'), ...of(IconFileZip, 'zip rar 7z gz'), ...of(IconDeviceGamepad2, 'apk'),
]);
const WORDS: Record<string, string> = {
  folder: 'Папка', txt: 'Текст', pdf: 'Документ PDF', doc: 'Документ Word', docx: 'Документ Word', xls: 'Таблица Excel', xlsx: 'Таблица Excel', ppt: 'Презентация', pptx: 'Презентация',
  zip: 'Архив', rar: 'Архив', '7z': 'Архив', gz: 'Архив', apk: 'Приложение Android', file: 'Файл',
};
const KINDS: [string, string][] = [['Картинка', 'png jpg gif webp bmp heic'], ['Видео', 'mp4 webm avi mov mkv'], ['Музыка', 'mp3 ogg flac wav m4a']];
/** What a thing is, in words. */
export const wordOf = (type: string): string => WORDS[type] ?? `${KINDS.find(([, types]) => types.split(' ').includes(type))?.[0] ?? 'Файл'} ${type.toUpperCase()}`;

/** The picture of a thing, or a sign of what it is. */
export function ThingIcon({ thing, size }: { thing: Pick<Thing, 'type' | 'preview'>; size: 'tile' | 'row' }) {
  const Sign = ICONS.get(thing.type) ?? IconFile;
  if (thing.preview !== null) return <span className={classNames(styles.icon, styles[size])}><Picture {...pictureSource('cloud', thing.preview)} srcSet={undefined} src={pictureSource('cloud', thing.preview).srcSet.split(' ')[0]!} fit="cover" /></span>;
  return <span className={classNames(styles.icon, styles[size], thing.type === 'folder' && styles.folder)} aria-hidden="true"><Sign stroke={1.4} /></span>;
}
