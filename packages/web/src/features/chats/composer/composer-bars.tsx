import type { ReactNode } from 'react';
import { FileTray } from '#ui/files/file-tray.tsx';
import { AttachedLinkBar, type AttachedLink } from '../messages/link-card.tsx';
import { AnswerBar } from '../messages/quote.tsx';
import { EditingBar } from './editing-bar.tsx';
import type { useComposerFiles } from './use-composer-files.ts';
import type { Message } from '../rooms/room-state.ts';

type ComposerBarsProps = Pick<ReturnType<typeof useComposerFiles>, 'edit' | 'picked' | 'cloud'> & {
  editing: Message | null;
  link: AttachedLink;
  mentionList: ReactNode;
  onEditEnd: () => void;
};
/**
 * Above the field: what the message replies to or changes, whom it may mention, and its attachments.
 */
export function ComposerBars({
  editing,
  link,
  mentionList,
  edit,
  picked,
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
      {editing ? (
        <FileTray
          files={edit.files.files}
          stored={edit.stored}
          onRemove={edit.remove}
          onRemoveStored={edit.drop}
        />
      ) : (
        <FileTray
          files={picked.files}
          stored={cloud.files.map(({ id, title }) => ({ key: id, src: null, label: title }))}
          onRemove={picked.remove}
          onRemoveStored={cloud.remove}
        />
      )}
    </>
  );
}
