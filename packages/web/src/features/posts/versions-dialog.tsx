import { RichText } from '#ui/display/rich-text.tsx';
import { VersionsModal } from '#ui/display/version-list.tsx';
import { useVersions, type PostKind } from './versions-api.ts';

/** What a post said before its edits, the newest first. */
export function VersionsDialog({
  kind,
  id,
  onClose,
}: {
  kind: PostKind;
  id: string;
  onClose: () => void;
}) {
  const list = useVersions(kind, id);
  return (
    <VersionsModal
      list={list}
      versions={list.data?.map(({ title, text, mentions, date }) => ({
        date,
        text:
          title === '' && text === '' ? null : (
            <>
              {title === '' ? null : <strong>{`${title}\n`}</strong>}
              <RichText text={text} mentions={mentions} />
            </>
          ),
      }))}
      onClose={onClose}
    />
  );
}
