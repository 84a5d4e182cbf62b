import { NoConnection } from './transport.ts';

/** A connection that is not up by then goes another way, in ms. */
const CONNECT_MS = 5_000;
/** A break of the network may end by itself; after this it is a lost connection, in ms. */
const BREAK_MS = 4_000;

/** Hands an offer over and returns the answer. */
export type Answer = (sdp: string) => Promise<string>;

/**
 * Connects with the server's port for voice. `add` says what the connection carries. Throws
 * `NoConnection` if the network lets nothing through, and what `answer` throws.
 */
export async function connectToServer(
  iceServers: RTCIceServer[],
  add: (connection: RTCPeerConnection) => void,
  answer: Answer,
  onLost: () => void,
): Promise<{ connection: RTCPeerConnection; close: () => void }> {
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
  return {
    connection,
    close() {
      stopWatching();
      connection.close();
    },
  };
}

/** Resolves when a connection is up. Throws `NoConnection`. */
function waitUntilUp(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (run: () => void) => {
      clearTimeout(timer);
      connection.removeEventListener('connectionstatechange', look);
      run();
    };
    const look = () => {
      if (connection.connectionState === 'connected') end(resolve);
      if (connection.connectionState === 'failed') end(() => reject(new NoConnection()));
    };
    const timer = setTimeout(() => end(() => reject(new NoConnection())), CONNECT_MS);
    connection.addEventListener('connectionstatechange', look);
  });
}
/** Watches for the loss of a connection that is up. Returns what stops it. */
function watch(connection: RTCPeerConnection, onLost: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const state = connection.connectionState;
    if (state === 'failed' || state === 'closed') onLost();
    else if (state === 'disconnected') timer = setTimeout(onLost, BREAK_MS);
  };
  connection.addEventListener('connectionstatechange', look);
  return () => {
    clearTimeout(timer);
    connection.removeEventListener('connectionstatechange', look);
  };
}
