import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as screen from '@respa/contract/voice-screen';
import { call, sentenceOf } from '#lib/network/call.ts';
import { randomId } from '#lib/browser/random-id.ts';
import { fetchRooms } from '../api.ts';
import { readLine } from '../call/line.ts';
import { leaveApart, takeApart } from './apart.ts';
import { mayPass, PAUSES_MS } from './attempts.ts';
import { watchScreen, type WatchedScreen } from './watch.ts';

export type Watching =
  | { status: 'waiting' }
  | { status: 'seen'; stream: MediaStream }
  | { status: 'failed'; sentence: string };
const WAITING: Watching = { status: 'waiting' };
type Wanted = { roomId: string; screenId: string; attempt: number; isInside: boolean };
/** Names the screen that is shown in a room. */
export const keyOfScreen = (roomId: string, screenId: string): string => `${roomId} ${screenId}`;
/**
 * Receives a screen while the call is connected; another `screenId` is another connection. `attempt`
 * changes to try again after a failure. A window of its own takes the connection over.
 */
export function useWatching({ roomId, screenId, attempt, isInside }: Wanted): Watching {
  const queries = useQueryClient();
  const [state, setState] = useState<Watching>(WAITING);
  useEffect(() => {
    if (!isInside) return undefined;
    const stop = new AbortController();
    const key = keyOfScreen(roomId, screenId);
    let watched: WatchedScreen | undefined;
    const ask = (clientId: string) => async (sdp: string) =>
      (
        await call(screen.watch, {
          params: { roomId },
          body: { sdp, clientId },
          signal: stop.signal,
        })
      ).sdp;
    const see = (opened: WatchedScreen) => {
      watched = opened;
      opened.onLost = () => void open();
      setState({ status: 'seen', stream: opened.stream });
    };
    const open = async () => {
      watched?.close();
      watched = undefined;
      for (const pause of PAUSES_MS) {
        await new Promise((resolve) => {
          setTimeout(resolve, pause);
        });
        if (stop.signal.aborted) return;
        setState(WAITING);
        try {
          const { iceServers } = await fetchRooms(queries);
          const clientId = randomId();
          const opened = await watchScreen(
            { iceServers, screens: readLine()?.transport?.screens },
            clientId,
            ask(clientId),
          );
          if (stop.signal.aborted) return opened.close();
          return see(opened);
        } catch (error) {
          if (stop.signal.aborted) return undefined;
          if (!mayPass(error)) return setState({ status: 'failed', sentence: sentenceOf(error) });
        }
      }
      return setState({
        status: 'failed',
        sentence: 'Экран не загружается: сеть не пропускает видео.',
      });
    };
    const left = takeApart(key);
    if (left === undefined) void open();
    else see(left);
    return () => {
      stop.abort();
      const seen = watched;
      if (seen === undefined) return;
      const { clientId } = seen;
      const end = () => {
        seen.close();
        // Frees the place at once; the server itself misses a page that is gone after some seconds.
        void call(screen.leave, { params: { roomId }, body: { clientId } }).catch(() => {});
      };
      if (!leaveApart(key, seen, end)) end();
    };
  }, [roomId, screenId, attempt, isInside, queries]);
  return isInside ? state : WAITING;
}
