import type { ReactNode } from 'react';
import { mediaUrl } from '#lib/browser/media.ts';
import type { ArrangedPicture } from '#ui/files/arrangement.ts';
import { FileTray } from '#ui/files/file-tray.tsx';
import { AttachedLinkBar, type AttachedLink } from '../messages/bubble/link-card.tsx';
import { AnswerBar } from '../messages/bubble/quote.tsx';
import { EditingBar } from './editing-bar.tsx';
import type { useComposerFiles } from './use-composer-files.ts';
import { LatePictureTray } from './late-picture-tray.tsx';
import type { useMessagePictures } from './use-message-pictures.ts';
import type { Message } from '../rooms/room-state.ts';

type ComposerBarsProps = Pick<
  ReturnType<typeof useComposerFiles>,
  'edit' | 'picked' | 'arranged' | 'cloud'
> & {
  editing: Message | null;
  link: AttachedLink;
  mentionList: ReactNode;
  onEditEnd: () => void;
};
/**
 * Above the field: what the message replies to or changes, whom it may mention, and its
 * attachments.
 */
export function ComposerBars({
  editing,
  link,
  mentionList,
  edit,
  picked,
  arranged,
  cloud,
  onEditEnd,
}: ComposerBarsProps) {
  return (
    <>
      {editing ? null : (
        <>
          <AttachedLinkBar href={link.href} onDrop={link.drop} />
          <AnswerBar />
        </>
      )}
      {mentionList}
      {editing ? <EditingBar message={editing} onEnd={onEditEnd} /> : null}
      <Pictures
        arranged={editing ? edit.arranged : arranged}
        isSaving={editing !== null && edit.isSaving}
        onRemove={({ key, name }) => {
          if (name !== null) edit.drop(name);
          else if (editing) edit.remove(key);
          else picked.remove(key);
        }}
      />
      {editing ? (
        <FileTray
          files={edit.files.others}
          stored={edit.stored}
          onRemove={edit.remove}
          onRemoveStored={edit.drop}
        />
      ) : (
        <FileTray
          files={picked.others}
          stored={cloud.files.map(({ id, title }) => ({ key: id, src: null, label: title }))}
          onRemove={picked.remove}
          onRemoveStored={cloud.remove}
        />
      )}
    </>
  );
}

type PicturesProps = {
  arranged: ReturnType<typeof useMessagePictures>;
  isSaving: boolean;
  onRemove: (picture: ArrangedPicture) => void;
};
function Pictures({ arranged: { items, move, describe }, isSaving, onRemove }: PicturesProps) {
  if (items.length === 0) return null;
  return (
    <LatePictureTray
      isRow
      items={items}
      srcOf={(name) => mediaUrl('message-images', name, 160)!}
      disabled={isSaving}
      onMove={move}
      onDescribe={describe}
      onRemove={onRemove}
    />
  );
}
