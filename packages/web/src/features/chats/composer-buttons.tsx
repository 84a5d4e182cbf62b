import { useRef } from 'react';
import { IconBrush, IconPhoto, IconPhotoOff, IconVideo } from '@tabler/icons-react';
import { sentenceOf } from '#lib/call.ts';
import { showHint } from '#ui/hints.ts';
import { FileInput } from '#ui/file-input.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { PICTURES } from '#ui/picked-files.ts';
import { useBackground } from './api.ts';
import { VIDEOS } from './composer-files.ts';

/** Photo and film for the message. */
export function AttachButtons({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <>
      <FileInput accept={PICTURES} multiple onFiles={onFiles}><IconButton label="Прикрепить картинки" icon={<IconPhoto />} /></FileInput>
      <FileInput accept={VIDEOS} multiple onFiles={onFiles}><IconButton label="Прикрепить видео" icon={<IconVideo />} /></FileInput>
    </>
  );
}
/** Chooses what stands behind the talk, for everybody in it. */
export function BackgroundButton({ roomId, isGroup, bg }: { roomId: string; isGroup: boolean; bg: string }) {
  const background = useBackground(roomId, isGroup);
  const choose = useRef<HTMLButtonElement>(null);
  const onError = (error: unknown) => showHint(sentenceOf(error), { tone: 'bad' });
  const upload = ([file]: File[]) => background.mutate(file ?? null, { onError, onSuccess: () => showHint('Фон изменён', { tone: 'good' }) });
  const brush = (label: string) => <IconButton label={label} icon={<IconBrush />} busy={background.isPending} />;
  if (bg === '') return <FileInput accept={PICTURES} onFiles={upload}>{brush('Фон переписки')}</FileInput>;
  return (
    <>
      <FileInput accept={PICTURES} onFiles={upload}><button ref={choose} type="button" hidden /></FileInput>
      <Menu trigger={brush('Фон переписки')} align="start" items={[
        { label: 'Выбрать другой фон', icon: <IconPhoto size={18} />, onSelect: () => choose.current?.click() },
        { label: 'Вернуть обычный фон', icon: <IconPhotoOff size={18} />, onSelect: () => background.mutate(null, { onError }) },
      ]} />
    </>
  );
}
