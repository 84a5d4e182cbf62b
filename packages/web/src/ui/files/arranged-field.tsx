import { FILES } from '@respa/contract/limits';
import { mediaUrl } from '#lib/browser/media.ts';
import { PicturePicker } from './picture-picker.tsx';
import { PictureTray } from './picture-tray.tsx';
import type { ArrangedPictures } from './use-arranged-pictures.ts';

type ArrangedFieldProps = {
  /** The media folder of the stored pictures. */
  folder: Parameters<typeof mediaUrl>[0];
  pictures: ArrangedPictures;
  error: string | undefined;
  /** While the form is being sent, a press at a new picture stops that. */
  isSending: boolean;
  onStop: () => void;
  onAdd: (files: File[]) => void;
};
/** The stored and the new pictures of a form, in their order and with descriptions. */
export function ArrangedField({
  folder,
  pictures,
  error,
  isSending,
  onStop,
  onAdd,
}: ArrangedFieldProps) {
  return (
    <>
      <PicturePicker
        files={[]}
        limit={FILES.postPictures}
        full={pictures.count >= FILES.postPictures}
        onAdd={onAdd}
        onRemove={() => {}}
        error={error}
      />
      <PictureTray
        items={pictures.items}
        srcOf={(name) => mediaUrl(folder, name, 160)!}
        disabled={isSending}
        onMove={pictures.move}
        onDescribe={pictures.describe}
        onRemove={(picture) => (isSending ? onStop() : pictures.remove(picture))}
      />
    </>
  );
}
