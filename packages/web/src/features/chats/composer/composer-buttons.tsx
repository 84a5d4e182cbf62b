import { useRef, type ReactNode, type RefObject } from 'react';
import { IconBrush, IconPaperclip, IconPhoto, IconPhotoOff, IconVideo } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { FileInput } from '#ui/forms/file-input.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { PICTURES } from '#ui/forms/picked-files.ts';
import { useBackground } from '../api.ts';
import { VIDEOS } from './composer-files.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import styles from './composer.module.css';

type AttachButtonsProps = {
  roomId: string;
  kind: ConversationKind;
  bg: string;
  onFiles: (files: File[]) => void;
};

/** Photo, video and background: three buttons, or one with a menu on narrow screens. */
export function AttachButtons({ roomId, kind, bg, onFiles }: AttachButtonsProps) {
  const background = useBackground(roomId, kind);
  const [photo, video, paper] = [
    useRef<HTMLButtonElement>(null),
    useRef<HTMLButtonElement>(null),
    useRef<HTMLButtonElement>(null),
  ];
  const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });
  const item = (
    label: string,
    icon: ReactNode,
    choice: RefObject<HTMLButtonElement | null>,
  ): MenuItem => ({ label, icon, onSelect: () => choice.current?.click() });
  const reset =
    bg === ''
      ? null
      : {
          label: 'Вернуть обычный фон',
          icon: <IconPhotoOff size={18} />,
          onSelect: () => background.mutate(null, { onError }),
        };
  const brush = (
    <IconButton label="Фон переписки" icon={<IconBrush />} busy={background.isPending} />
  );
  return (
    <>
      <FileInput accept={PICTURES} multiple onFiles={onFiles}>
        <button ref={photo} type="button" hidden aria-label="Картинки" />
      </FileInput>
      <FileInput accept={VIDEOS} multiple onFiles={onFiles}>
        <button ref={video} type="button" hidden aria-label="Видео" />
      </FileInput>
      <FileInput
        accept={PICTURES}
        onFiles={([file]) => background.mutate(file ?? null, { onError })}
      >
        <button ref={paper} type="button" hidden aria-label="Фон переписки" />
      </FileInput>
      <span className={styles.tools}>
        <IconButton
          label="Прикрепить картинки"
          icon={<IconPhoto />}
          onClick={() => photo.current?.click()}
        />
        <IconButton
          label="Прикрепить видео"
          icon={<IconVideo />}
          onClick={() => video.current?.click()}
        />
        {reset === null ? (
          <IconButton
            label="Фон переписки"
            icon={<IconBrush />}
            busy={background.isPending}
            onClick={() => paper.current?.click()}
          />
        ) : (
          <Menu
            trigger={brush}
            align="start"
            items={[item('Выбрать другой фон', <IconPhoto size={18} />, paper), reset]}
          />
        )}
      </span>
      <span className={styles.tool}>
        <Menu
          align="start"
          trigger={
            <IconButton label="Прикрепить" icon={<IconPaperclip />} busy={background.isPending} />
          }
          items={[
            item('Картинки', <IconPhoto size={18} />, photo),
            item('Видео', <IconVideo size={18} />, video),
            item('Фон переписки', <IconBrush size={18} />, paper),
            reset,
          ]}
        />
      </span>
    </>
  );
}
