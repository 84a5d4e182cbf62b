import { part } from '#lib/browser/part.tsx';
import { FileTray } from '#ui/files/file-tray.tsx';

/** The pictures of a message in their order. Without its code they are only shown and removed. */
export const LatePictureTray = part(
  async () => (await import('#ui/files/picture-tray.tsx')).PictureTray,
  ({ items, srcOf, onRemove }) => {
    const remove = (key: string) => {
      const item = items.find((one) => one.key === key);
      if (item !== undefined) onRemove(item);
    };
    return (
      <FileTray
        files={items.flatMap(({ picked }) => picked ?? [])}
        stored={items.flatMap(({ key, name, alt }, at) =>
          name === null ? [] : { key, src: srcOf(name), label: alt || `Картинка ${at + 1}` },
        )}
        onRemove={remove}
        onRemoveStored={remove}
      />
    );
  },
);
