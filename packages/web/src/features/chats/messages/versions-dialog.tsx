import { VersionsModal } from '#ui/display/version-list.tsx';
import { FormattedText } from '../message-text/formatted-text.tsx';
import type { Message } from '../rooms/room-state.ts';
import { useVersions } from './extras-api.ts';

/** What a message said before its edits, the newest first. */
export function VersionsDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const list = useVersions(message._id);
  return (
    <VersionsModal
      list={list}
      versions={list.data?.map(({ message: text, formatting, date }) => ({
        date,
        text: text === '' ? null : <FormattedText text={text} formatting={formatting} />,
      }))}
      onClose={onClose}
    />
  );
}
