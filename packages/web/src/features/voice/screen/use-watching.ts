import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as screen from '@respa/contract/voice-screen';
import { call, sentenceOf } from '#lib/network/call.ts';
import { randomId } from '#lib/browser/random-id.ts';
import { fetchRooms } from '../api.ts';
import { mayPass, PAUSES_MS } from './attempts.ts';
import { watchScreen, type WatchedScreen } from './watch.ts';

export type Watching =
  | { status: 'waiting' }
  | { status: 'seen'; stream: MediaStream }
  | { status: 'failed'; sentence: string };
const WAITING: Watching = { status: 'waiting' };
type Wanted = { roomId: string; screenId: string; attempt: number; isInside: boolean };
/**
 * Receives a screen while the call is connected; another `screenId` is another connection. `attempt`
 * changes to try again after a failure.
 */
export function useWatching({ roomId, screenId, attempt, isInside }: Wanted): Watching {
  const queries = useQueryClient();
  const [state, setState] = useState<Watching>(WAITING);
  useEffect(() => {
    if (!isInside) return undefined;
    const stop = new AbortController();
    const clientId = randomId();
    let watched: WatchedScreen | undefined;
    const answer = async (sdp: string) =>
      (
        await call(screen.watch, {
          params: { roomId },
          body: { sdp, clientId },
          signal: stop.signal,
        })
      ).sdp;
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
          const opened = await watchScreen(iceServers, answer, () => void open());
          if (stop.signal.aborted) return opened.close();
          watched = opened;
          return setState({ status: 'seen', stream: opened.stream });
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
    void open();
    return () => {
      stop.abort();
      const wasSeen = watched !== undefined;
      watched?.close();
      // Frees the place at once; the server itself misses a page that is gone after some seconds.
      if (wasSeen)
        void call(screen.leave, { params: { roomId }, body: { clientId } }).catch(() => {});
    };
  }, [roomId, screenId, attempt, isInside, queries]);
  return isInside ? state : WAITING;
}
