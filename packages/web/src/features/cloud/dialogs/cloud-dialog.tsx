import type { useChanges } from '../use-changes.ts';
import type { Thing } from '../api.ts';
import { NameDialog } from './name-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import { AudienceDialog } from './audience-dialog.tsx';

export type Asked =
  | { what: 'folder' }
  | { what: 'rename' | 'move' | 'share' | 'send'; thing: Thing };
type CloudDialogProps = {
  asked: Asked;
  changes: ReturnType<typeof useChanges>;
  onClose: () => void;
};
/** The dialog that the user asked for. */
export function CloudDialog({ asked, changes, onClose: close }: CloudDialogProps) {
  return (
    <>
      {asked.what === 'folder' ? (
        <NameDialog
          place="cloud-folder.new"
          title="Новая папка"
          label="Имя папки"
          action="Создать"
          name=""
          onName={changes.makeFolder}
          onClose={close}
        />
      ) : null}
      {asked.what === 'rename' ? (
        <NameDialog
          place={`cloud-name.${asked.thing._id}`}
          title="Переименовать"
          label="Новое имя"
          action="Переименовать"
          name={asked.thing.name}
          onName={(name) => changes.rename(asked.thing._id, name)}
          onClose={close}
        />
      ) : null}
      {asked.what === 'move' ? <MoveDialog thing={asked.thing} onClose={close} /> : null}
      {asked.what === 'send' ? <SendDialog file={asked.thing} onClose={close} /> : null}
      {asked.what === 'share' ? <AudienceDialog file={asked.thing} onClose={close} /> : null}
    </>
  );
}
