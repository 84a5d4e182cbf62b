import { useState } from 'react';
import { IconEdit, IconFlag, IconLink, IconPhoto, IconTrash } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { EmojiButton } from '#ui/emoji/emoji-button.tsx';
import { EmojiPicker } from '#ui/emoji/emoji-picker.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { FileTray } from '#ui/files/file-tray.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Lightbox } from '#ui/overlays/lightbox.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { PICTURES, usePickedFiles, type PickedFile } from '#ui/files/picked-files.ts';
import { PictureGrid } from '#ui/media/picture-grid.tsx';
import { PicturePicker } from '#ui/files/picture-picker.tsx';
import { CropSample } from './crop-sample.tsx';
import { Sample } from './sample.tsx';
import { samplePicture } from './sample-pictures.ts';
import styles from './sample.module.css';

const SETS = [
  [samplePicture(0, 1200, 700)],
  [samplePicture(1, 800, 800), samplePicture(2, 800, 1000)],
  [samplePicture(3, 1200, 700), samplePicture(4, 700, 900), samplePicture(0, 900, 700)],
  [
    samplePicture(1, 600, 900),
    samplePicture(2, 900, 600),
    samplePicture(3, 900, 600),
    samplePicture(4, 900, 600),
  ],
  [
    samplePicture(0),
    samplePicture(1, 700, 700),
    samplePicture(2, 700, 900),
    samplePicture(3),
    samplePicture(4, 500, 900),
  ],
];

export function OverlaySamples() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  return (
    <>
      <Sample name="Окна, меню, подсказки">
        <Button onClick={() => setOpen(true)}>Окно</Button>
        <Button
          onClick={async () =>
            showToast(
              (await confirm({
                title: 'Удалить пост?',
                text: 'Вместе с ней пропадут комментарии.',
                action: 'Удалить',
                danger: true,
              }))
                ? 'Удалили'
                : 'Оставили',
            )
          }
        >
          Вопрос
        </Button>
        <Button onClick={() => showToast('Теперь вы друзья', { tone: 'good' })}>Подсказка</Button>
        <Button
          onClick={() =>
            showToast('Не удалось отправить сообщение. Возможно, проблема во включенном VPN.', {
              tone: 'bad',
            })
          }
        >
          Беда
        </Button>
        <Button
          onClick={() =>
            showToast('Пост удалён', {
              action: { label: 'Вернуть', onSelect: () => showToast('Вернули') },
            })
          }
        >
          С действием
        </Button>
        <Menu
          items={[
            { label: 'Редактировать', icon: <IconEdit />, onSelect: () => showToast('Правим') },
            {
              label: 'Скопировать ссылку',
              icon: <IconLink />,
              onSelect: () => showToast('Ссылка скопирована'),
            },
            {
              label: 'Пожаловаться',
              icon: <IconFlag />,
              onSelect: () => undefined,
              disabled: true,
            },
            {
              label: 'Удалить',
              icon: <IconTrash />,
              onSelect: () => undefined,
              danger: true,
              apart: true,
            },
          ]}
        />
        <EmojiButton onPick={(emoji) => setText(text + emoji)} />
        <span>{text}</span>
      </Sample>
      <CropSample />
      <Sample name="Эмодзи">
        <Card inset="flush">
          <EmojiPicker onPick={(emoji) => setText(text + emoji)} />
        </Card>
      </Sample>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Новый пост"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Отмена</Button>
            <Button variant="primary">Опубликовать</Button>
          </>
        }
      >
        <p>
          Содержимое окна. Фокус остаётся внутри, Escape закрывает, фокус возвращается на кнопку.
        </p>
      </Modal>
    </>
  );
}

export function PictureSamples() {
  const [opened, setOpened] = useState<{ set: number; place: number } | null>(null);
  const picked = usePickedFiles({
    accept: PICTURES,
    limit: 5,
    onRefuse: ({ reason }) =>
      showToast(
        reason === 'count'
          ? 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.'
          : 'Такой тип файла не поддерживается',
        { tone: 'bad' },
      ),
  });
  const sending: PickedFile[] = [0, 1, 2].map((index) => ({
    key: String(index),
    file: new File([], `Рейд ${index + 1}.jpg`, { type: 'image/svg+xml' }),
    preview: samplePicture(index, 200, 200).src,
    ...(index === 1 ? { progress: 0.64 } : {}),
    ...(index === 2 ? { error: 'Файл слишком большой' } : {}),
  }));
  return (
    <>
      <Sample name="Картинки поста" column>
        {SETS.map((pictures, set) => (
          <PictureGrid
            key={set}
            pictures={pictures}
            onOpen={(index) => setOpened({ set, place: index })}
          />
        ))}
      </Sample>
      <Sample name="Выбор картинок" column>
        <PicturePicker files={picked.files} onAdd={picked.add} onRemove={picked.remove} />
        <FileTray files={sending} onRemove={() => undefined} />
        <div className={styles.person}>
          <FileInput accept={PICTURES} multiple onFiles={picked.add}>
            <Button icon={<IconPhoto />}>Добавить фото</Button>
          </FileInput>
        </div>
      </Sample>
      <Lightbox
        pictures={SETS[opened?.set ?? 0]!}
        place={opened?.place ?? null}
        onChange={(place) => setOpened(place === null ? null : { set: opened?.set ?? 0, place })}
      />
    </>
  );
}
