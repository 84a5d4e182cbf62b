import { useEffect, useRef, useState } from 'react';
import { mediaUrl } from '#lib/browser/media.ts';
import { useEditMessage } from '../api.ts';
import { useMessageFiles } from './composer-files.ts';
import { useMessagePictures } from './use-message-pictures.ts';
import type { Message } from '../rooms/room-state.ts';
import { withPosters } from './unsent/video-poster.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';

type Rules = Pick<Parameters<typeof useMessageFiles>[0], 'onRefuse' | 'onTooLarge'>;
type Saving = {
  text: string;
  mentions: string;
  formatting: string;
  onDone: () => void;
  onFail: (error: unknown) => void;
};

/** Returns the kept attachments besides pictures as the file tray shows them. */
const storedOf = (clips: Message['clips'], files: Message['files']) => [
  ...clips.map(({ name, poster }, at) => ({
    key: name,
    src: poster === null ? null : mediaUrl('message-images', poster, 160),
    label: `Видео ${at + 1}`,
  })),
  ...files.map(({ name, title }) => ({ key: name, src: null, label: title })),
];

/** Holds the names of the attachments removed from the message being edited. */
function useRemovedNames(editing: Message | null) {
  const [removed, setRemoved] = useState<{ of: string; names: string[] } | null>(null);
  const names = removed !== null && removed.of === editing?._id ? removed.names : [];
  return {
    names,
    remove: (name: string) => {
      if (editing !== null) setRemoved({ of: editing._id, names: [...names, name] });
    },
    restore: () => setRemoved(null),
  };
}

/**
 * Manages the attachments of a message being edited: those that are kept and those that are new.
 */
export function useEdit(editing: Message | null, kind: ConversationKind, rules: Rules) {
  const { names, remove, restore } = useRemovedNames(editing);
  const isLeft = ({ name }: { name: string }) => !names.includes(name);
  const [pictures, clips, documents] = [
    editing?.pictures.filter(isLeft) ?? [],
    editing?.clips.filter(isLeft) ?? [],
    editing?.files.filter(isLeft) ?? [],
  ];
  const files = useMessageFiles({
    ...rules,
    taken: { image: pictures.length, video: clips.length },
  });
  const arranged = useMessagePictures(pictures, files.shown);
  const edit = useEditMessage(kind);
  const stop = useRef<AbortController>(undefined);
  const clearAll = () => {
    files.clear();
    arranged.clear();
  };
  const clear = useRef(clearAll);
  useEffect(() => {
    clear.current = clearAll;
  });
  // However the edit ends, its chosen files must not go into the next message.
  useEffect(() => () => clear.current(), [editing?._id]);
  const stored = storedOf(clips, documents);
  const hasNewMedia = names.length > 0 || files.files.length > 0 || arranged.isArranged;
  return {
    files,
    stored,
    arranged,
    isSaving: edit.isPending,
    isEmpty: pictures.length + stored.length + files.files.length === 0 && editing?.audio === null,
    hasNewMedia,
    drop: remove,
    /** Removes a new file, or aborts the upload of all of them. */
    remove(key: string) {
      if (edit.isPending) stop.current?.abort();
      else files.remove(key);
    },
    forget() {
      stop.current?.abort();
      restore();
      clearAll();
    },
    save(message: Message, { text, mentions, formatting, onDone, onFail }: Saving) {
      const abort = new AbortController();
      stop.current = abort;
      const kept = [
        ...[...pictures, ...clips, ...documents].map(({ name }) => name),
        ...(message.audio === null ? [] : [message.audio]),
      ];
      const send = async () => {
        const { videos, posters } = await withPosters(files);
        return {
          id: message._id,
          text,
          mentions,
          formatting,
          ...(hasNewMedia ? { keep: kept } : {}),
          ...arranged.field(),
          files: { image: files.pictures, video: videos, poster: posters },
          signal: abort.signal,
          onProgress: files.files.length > 0 ? files.showProgress : undefined,
        };
      };
      edit.mutate(send, {
        onSuccess: onDone,
        onError: (error) => {
          files.showProgress(undefined);
          if (!abort.signal.aborted) onFail(error);
        },
      });
    },
  };
}
