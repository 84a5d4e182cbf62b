import { waitUntilUp, watch } from '../call/direct.ts';

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
