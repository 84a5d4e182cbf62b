import { use, useRef, useState, type ReactNode, type RefObject } from 'react';
import { CloudChoice, type CloudFile } from '#ui/files/cloud-choice.ts';
import { sentenceOf } from '#lib/network/call.ts';
import {
  IconBrush,
  IconCloud,
  IconFile,
  IconListCheck,
  IconPaperclip,
  IconPhoto,
  IconPhotoOff,
  IconVideo,
} from '#ui/icons.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { ChatPollEditor } from './chat-poll-editor.tsx';
import { AttachInputs } from './attach-inputs.tsx';
import { useBackground } from '../api.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import styles from './composer.module.css';

type AttachButtonsProps = {
  roomId: string;
  kind: ConversationKind;
  bg: string;
  onFiles: (files: File[]) => void;
  /** Takes files of any type; null while a message is being edited. */
  documents: {
    add: (files: File[]) => void;
    addCloud: (files: readonly CloudFile[]) => void;
    /** How many more the message may have. */
    room: number;
  } | null;
};

/** The button of pictures on wide screens, and everything else that can be attached in a menu. */
export function AttachButtons({ roomId, kind, bg, onFiles, documents }: AttachButtonsProps) {
  const background = useBackground(roomId, kind);
  const chooseFromCloud = use(CloudChoice);
  const [isInCloud, setInCloud] = useState(false);
  const [isInPoll, setInPoll] = useState(false);
  const [photo, video, paper, any] = [
    useRef<HTMLButtonElement>(null),
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
        any={any}
        onFiles={onFiles}
        onAny={(files) => documents?.add(files)}
        onBackground={(file) => background.mutate(file, { onError })}
      />
      <span className={styles.tools}>
        <IconButton
          label="Прикрепить картинки"
          icon={<IconPhoto />}
          onClick={() => photo.current?.click()}
        />
      </span>
      <Menu
        align="start"
        trigger={
          <IconButton label="Прикрепить" icon={<IconPaperclip />} busy={background.isPending} />
        }
        items={[
          item('Картинки', <IconPhoto size={18} />, photo),
          item('Видео', <IconVideo size={18} />, video),
          documents && item('Файл', <IconFile size={18} />, any),
          documents && {
            label: 'Файл из облака',
            icon: <IconCloud size={18} />,
            onSelect: () => setInCloud(true),
          },
          documents && {
            label: 'Опрос',
            icon: <IconListCheck size={18} />,
            onSelect: () => setInPoll(true),
          },
          {
            ...item(
              bg === '' ? 'Фон переписки' : 'Выбрать другой фон',
              <IconBrush size={18} />,
              paper,
            ),
            apart: true,
          },
          reset,
        ]}
      />
      {isInPoll ? (
        <ChatPollEditor roomId={roomId} kind={kind} onClose={() => setInPoll(false)} />
      ) : null}
      {isInCloud && documents !== null
        ? chooseFromCloud({
            limit: documents.room,
            onChoose: documents.addCloud,
            onClose: () => setInCloud(false),
          })
        : null}
    </>
  );
}
