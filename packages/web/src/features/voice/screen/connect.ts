import { ApiError } from '#lib/network/call.ts';
import { NoConnection, waitUntilUp, watch } from '../call/direct.ts';

/** Pauses before attempts to connect, in ms. */
export const PAUSES_MS = [0, 1_000, 3_000, 6_000];
/** Returns whether another attempt may help: also until the server knows that the call is connected. */
export const mayPass = (error: unknown): boolean =>
  error instanceof NoConnection ||
  (error instanceof ApiError &&
    (error.code === 'offline' || error.code === 'screen_outside' || error.status >= 500));

/** Hands an offer over and returns the answer. */
export type Answer = (sdp: string) => Promise<string>;

/**
 * Connects a screen with the server. `add` says what the connection carries. Returns what closes it.
 * Throws `NoConnection` if the network lets nothing through, and what `answer` throws.
 */
export async function connectScreen(
  iceServers: RTCIceServer[],
  add: (connection: RTCPeerConnection) => void,
  answer: Answer,
  onLost: () => void,
): Promise<() => void> {
  const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle', iceServers });
  add(connection);
  try {
    await connection.setLocalDescription();
    const sdp = await answer(connection.localDescription!.sdp);
    const up = waitUntilUp(connection);
    await connection.setRemoteDescription({ type: 'answer', sdp });
    await up;
  } catch (error) {
    connection.close();
    throw error;
  }
  const stopWatching = watch(connection, onLost);
  return () => {
    stopWatching();
    connection.close();
  };
}
