import { connectToServer, type Answer } from '../call/server-connection.ts';
import type { Ways } from './publish.ts';

/** A screen as it arrives: the stream to play, and what ends it. */
export type WatchedScreen = {
  /** Names this connection. */
  clientId: string;
  stream: MediaStream;
  close(): void;
  /** Called when the connection has ended by itself; who watches sets it. */
  onLost: () => void;
};

/** Receives the screen of a room. Throws what `answer` throws, and `NoConnection`. */
export async function watchScreen(
  { iceServers, screens }: Ways,
  clientId: string,
  answer: Answer,
): Promise<WatchedScreen> {
  const stream = new MediaStream();
  const watched: WatchedScreen = { clientId, stream, close: () => {}, onLost: () => {} };
  if (screens !== undefined) {
    await answer('');
    return Object.assign(watched, await screens.watch(() => watched.onLost()));
  }
  const { close } = await connectToServer(
    iceServers,
    (connection) => {
      for (const kind of ['video', 'audio'])
        stream.addTrack(connection.addTransceiver(kind, { direction: 'recvonly' }).receiver.track);
    },
    answer,
    () => watched.onLost(),
  );
  watched.close = close;
  return watched;
}

/** What browsers on phones know of the network. */
type Network = { connection?: { saveData?: boolean } };
/** Whether to ask before loading video: on small and touch screens, and where data is to be saved. */
export const asksFirst = (): boolean =>
  matchMedia('(pointer: coarse), (max-width: 600px)').matches ||
  (navigator as Network).connection?.saveData === true;
