import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLive } from '#lib/network/live.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconScreenShare, IconScreenShareOff } from '#ui/icons.ts';
import { useVoiceScreen } from '../api.ts';
import type { Call } from '../call/call-state.ts';
import { closeApart, muteApart } from './apart.ts';
import {
  handleScreenEvent,
  renewIfLost,
  startScreen,
  stopScreen,
  useOwnScreen,
} from './own-screen.ts';
import { problemBefore, SENTENCES } from './publish.ts';
import { keyOfScreen } from './use-watching.ts';

const ScreenDialog = lazy(async () => ({
  default: (await import('./screen-dialog.tsx')).ScreenDialog,
}));
/** Browsers of phones show no screen; a computer without a secure page is told what to do. */
const isComputer = matchMedia('(pointer: fine)').matches;

/** Shows the member's screen and ends it, in the bar of the call. It ends with the call. */
export function ScreenControl({ call }: { call: Call }) {
  const queries = useQueryClient();
  const own = useOwnScreen();
  const [asked, setAsked] = useState<'never' | 'now' | 'before'>('never');
  const { roomId, status, isDeaf } = call;
  useLive(handleScreenEvent);
  useEffect(() => {
    if (status === 'connected') renewIfLost();
  }, [status]);
  useEffect(() => () => void stopScreen(), []);
  const shown = useVoiceScreen(roomId)?.id;
  useEffect(() => closeApart(shown && keyOfScreen(roomId, shown)), [roomId, shown]);
  useEffect(() => muteApart(isDeaf), [isDeaf]);
  useEffect(() => () => closeApart(), []);
  if (problemBefore() !== null && !isComputer) return null;
  const press = () => {
    const problem = problemBefore();
    if (own !== null) void stopScreen();
    else if (problem === null) setAsked('now');
    else showToast(SENTENCES[problem], { tone: 'bad' });
  };
  return (
    <>
      <IconButton
        label={own === null ? 'Показать экран' : 'Закончить показ экрана'}
        aria-pressed={own !== null}
        icon={own === null ? <IconScreenShare /> : <IconScreenShareOff />}
        variant={own === null ? 'plain' : 'primary'}
        busy={own?.status === 'starting'}
        disabled={own === null && status !== 'connected'}
        onClick={press}
      />
      {asked === 'never' ? null : (
        <Suspense>
          <ScreenDialog
            open={asked === 'now'}
            onClose={() => setAsked('before')}
            onChoice={(quality, withSound) => {
              setAsked('before');
              void startScreen(queries, quality, withSound);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
