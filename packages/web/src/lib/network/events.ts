import { getSession } from './session.ts';

export type StreamEvent = { id: string | undefined; data: unknown };
export type StreamHandlers = {
  onEvent(event: StreamEvent): void;
  /** Called when the stream is open; `resumed` is true when it continues after the last event. */
  onOpen?(resumed: boolean): void;
  /** Called when the stream broke and is being reopened. */
  onBreak?(): void;
  /**
   * Called when the server refuses: the session is dead or the object was deleted. Returns whether
   * a retry makes sense.
   */
  onRefused?(status: number): Promise<boolean> | boolean;
};
// In ms. The server sends a comment every 15 s; three missed ones mean a dead connection.
const SILENCE_MS = 45_000;
const MAX_BACKOFF_MS = 15_000;

/** Parses incoming text into Server-Sent Events. `feed` accepts chunks split at any position. */
export function makeParser(
  onEvent: (event: StreamEvent) => void,
  onRetry: (ms: number) => void,
): (piece: string) => void {
  let rest = '';
  let id: string | undefined;
  let data: string[] = [];
  return (piece) => {
    rest += piece;
    const lines = rest.split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) onEvent({ id, data: JSON.parse(data.join('\n')) });
        data = [];
        id = undefined;
      } else if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
      else if (line.startsWith('id:')) id = line.slice(3).trim();
      else if (line.startsWith('retry:')) onRetry(Number(line.slice(6)) || 1_000);
    }
  };
}

function connect(url: string, lastId: string | undefined, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {
    accept: 'text/event-stream',
    authorization: `Bearer ${getSession()?.token ?? ''}`,
  };
  if (lastId !== undefined) headers['last-event-id'] = lastId;
  return fetch(url, { headers, signal, cache: 'no-store' });
}

/** Reads a body piece by piece; undefined is its end. */
async function readPieces(
  body: ReadableStream<Uint8Array>,
  onPiece: (piece: string | undefined) => void,
): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    onPiece(done ? undefined : value);
    if (done) return;
  }
}

/**
 * Reads a live stream with the bearer header, reopens it when it breaks, and resumes after the last
 * event or after `from`. Returns a function that stops it.
 */
export function readEvents(url: string, handlers: StreamHandlers, from?: string): () => void {
  const stop = new AbortController();
  let lastId = from;
  let retryMs = 1_000;
  let failures = 0;

  const readOnce = async (): Promise<'again' | 'end'> => {
    const attempt = new AbortController();
    const cancel = () => attempt.abort();
    stop.signal.addEventListener('abort', cancel);
    let silence = setTimeout(cancel, SILENCE_MS);
    const received = () => {
      clearTimeout(silence);
      silence = setTimeout(cancel, SILENCE_MS);
    };
    try {
      const response = await connect(url, lastId, attempt.signal);
      if (response.status === 401 || response.status === 403 || response.status === 404) {
        return (await handlers.onRefused?.(response.status)) === true ? 'again' : 'end';
      }
      if (!response.ok || response.body === null) return 'again';
      failures = 0;
      handlers.onOpen?.(lastId !== undefined);
      const parse = makeParser(
        (event) => {
          // An empty id resets the position, as the standard says: the next connection starts from
          // the beginning.
          if (event.id !== undefined) lastId = event.id === '' ? undefined : event.id;
          handlers.onEvent(event);
        },
        (ms) => {
          retryMs = ms;
        },
      );
      await readPieces(response.body, (piece) => {
        received();
        if (piece !== undefined) parse(piece);
      });
      return 'again';
    } catch {
      return 'again';
    } finally {
      clearTimeout(silence);
      stop.signal.removeEventListener('abort', cancel);
    }
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      if ((await readOnce()) === 'end' || stop.signal.aborted) return;
      handlers.onBreak?.();
      failures += 1;
      const wait =
        Math.min(MAX_BACKOFF_MS, retryMs * 2 ** Math.min(failures - 1, 5)) *
        (0.7 + Math.random() * 0.6);
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
      });
    }
  };
  void run();
  return () => stop.abort();
}
