import type { ReactNode } from 'react';
import { SendMenu } from '../scheduled/send-menu.tsx';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import type { useComposer } from './use-composer.ts';

type SendWaysProps = {
  composer: Pick<
    ReturnType<typeof useComposer>,
    'isEmpty' | 'submit' | 'writing' | 'attached' | 'link' | 'mentions'
  >;
  roomId: string;
  isEditing: boolean;
  /** The button that sends. */
  children: ReactNode;
};
/** Adds the other ways to send a new message to the button that sends. */
export function SendWays({ composer, roomId, isEditing, children }: SendWaysProps) {
  const { replyTarget } = useRoomExtras();
  if (isEditing || composer.isEmpty) return children;
  const { writing, attached, link } = composer;
  return (
    <SendMenu
      roomId={roomId}
      text={writing.text.trim()}
      isOnlyText={attached.picked.files.length === 0 && link.href === null && replyTarget === null}
      onSilent={() => composer.submit(undefined, { silent: 'true' })}
      onScheduled={() => {
        composer.mentions.clear();
        writing.clear();
        writing.area.current?.focus();
      }}
    >
      {children}
    </SendMenu>
  );
}
