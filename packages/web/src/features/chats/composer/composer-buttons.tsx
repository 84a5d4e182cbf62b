import { useRef, type ReactNode, type RefObject } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { IconBrush, IconPaperclip, IconPhoto, IconPhotoOff, IconVideo } from '#ui/icons.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { BackgroundButton } from './background-button.tsx';
import { AttachInputs } from './attach-inputs.tsx';
import { useBackground } from '../api.ts';
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
  return (
    <>
      <AttachInputs
        photo={photo}
        video={video}
        paper={paper}
        onFiles={onFiles}
        onBackground={(file) => background.mutate(file, { onError })}
      />
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
        <BackgroundButton
          busy={background.isPending}
          items={
            reset === null
              ? null
              : [item('Выбрать другой фон', <IconPhoto size={18} />, paper), reset]
          }
          onChoose={() => paper.current?.click()}
        />
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
