import { FileTray } from './file-tray.tsx';

type StoredTrayProps = {
  stored: ReadonlyArray<{ key: string; src: string | null; label: string }>;
  onRemove: (key: string) => void;
};

/** The pictures of a form that were sent before, each with a remove button. */
export function StoredTray({ stored, onRemove }: StoredTrayProps) {
  return (
    <FileTray
      files={[]}
      size="large"
      onRemove={() => {}}
      stored={stored}
      onRemoveStored={onRemove}
    />
  );
}
