import { FILES } from '@respa/contract/limits';
import { mediaUrl } from '#lib/browser/media.ts';
import { PicturePicker } from './picture-picker.tsx';
import { StoredTray } from './stored-tray.tsx';
import type { Pictures } from './use-pictures.ts';

type PicturesFieldProps = {
  /** The media folder of the stored pictures. */
  folder: Parameters<typeof mediaUrl>[0];
  pictures: Pictures;
  error: string | undefined;
  /** While the form is being sent, a press at a new picture stops that. */
  isSending: boolean;
  onStop: () => void;
  onAdd: (files: File[]) => void;
};

/** The stored and the new pictures of a form. */
export function PicturesField({
  folder,
  pictures: { kept, picked, drop },
  error,
  isSending,
  onStop,
  onAdd,
}: PicturesFieldProps) {
  return (
    <>
      <StoredTray
        stored={kept.map(({ name }, index) => ({
          key: name,
          src: mediaUrl(folder, name, 160)!,
          label: `картинка ${index + 1}`,
        }))}
        onRemove={(name) => {
          if (!isSending) drop(name);
        }}
      />
      <PicturePicker
        files={picked.files}
        limit={FILES.postPictures - kept.length}
        onAdd={onAdd}
        onRemove={(key) => (isSending ? onStop() : picked.remove(key))}
        error={error}
      />
    </>
  );
}
