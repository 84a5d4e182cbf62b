import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { loadEmojiPanel } from './formatting/late-emoji-panel.tsx';
import { closeOutageNews, isOutageNews, subscribeOutbox } from './unsent/outbox-store.ts';

const loadDialogs = () => import('../chat-dialogs.tsx');
export const loadVoiceBar = () => import('../voice-messages/voice-bar.tsx');
const NotSentDialog = lazy(async () => ({ default: (await loadDialogs()).NotSentDialog }));
const TooLargeDialog = lazy(async () => ({ default: (await loadDialogs()).TooLargeDialog }));

/** Loads the dialogs, the recorder and the panel of emoji in advance. */
export function usePreloadedDialogs(): void {
  // The dialog about a lost network must be loaded before the network is lost.
  useEffect(
    () =>
      void Promise.allSettled([
        loadDialogs(),
        loadVoiceBar(),
        loadEmojiPanel(),
        import('#ui/overlays/menu-window.tsx'),
      ]),
    [],
  );
}

type ComposerDialogsProps = {
  tooLarge: 'mixed' | 'single' | null;
  onTooLargeEnd: () => void;
};
/** The dialogs about a lost network and about files that are too large. */
export function ComposerDialogs({ tooLarge, onTooLargeEnd }: ComposerDialogsProps) {
  const hasOutage = useSyncExternalStore(subscribeOutbox, isOutageNews, isOutageNews);
  return (
    <Suspense>
      {hasOutage ? <NotSentDialog open onClose={closeOutageNews} /> : null}
      {tooLarge === null ? null : <TooLargeDialog kind={tooLarge} onClose={onTooLargeEnd} />}
    </Suspense>
  );
}
