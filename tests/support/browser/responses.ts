import type { BrowserContext, Request } from '@playwright/test';
import { callOf, isWords } from '../recorded-fetch.ts';
import { recorderAt } from '../leak-recorder.ts';

/** What is longer has files in it. */
const WORDS = 2 ** 20;

/** Gives the words that the pages of a browser are answered, pages and streams included, to the listener of their server. Answers what waits until all so far are read. */
export async function recordBrowser(context: BrowserContext): Promise<() => Promise<void>> {
  await watchSessions(context);
  await recordStreams(context);
  const reading = new Set<Promise<void>>();
  // Only what has come whole: of the rest, which nobody was shown, there may never be an end.
  context.on('requestfinished', (request) => {
    const read: Promise<void> = record(request).finally(() => reading.delete(read));
    reading.add(read);
  });
  return async () => {
    await Promise.all(reading);
  };
}

/** A page tells whose its token is when it begins and when it keeps another, which is before it asks anything with it; of one that is left meanwhile the next one tells. */
async function watchSessions(context: BrowserContext): Promise<void> {
  await context.exposeBinding('notifySession', ({ frame }, kept: string) => {
    const session = JSON.parse(kept) as { token?: string; userId?: string } | null;
    if (session?.token && session.userId)
      recorderAt(frame.url())?.watchSession({ token: session.token, userId: session.userId });
  });
  await context.addInitScript(() => {
    const KEY = 'respa.session';
    const tell = (kept: string | null) => {
      if (kept !== null)
        void (
          globalThis as unknown as { notifySession(kept: string): Promise<void> }
        ).notifySession(kept);
    };
    const keep = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      keep.call(this, key, value);
      if (key === KEY) tell(value);
    };
    // A page without an address has no storage.
    if (location.protocol.startsWith('http')) tell(localStorage.getItem(KEY));
  });
}

/** A stream has no end that could be waited for: a page tells each frame of it as it comes. */
async function recordStreams(context: BrowserContext): Promise<void> {
  await context.exposeBinding('reportFrame', (_page, url: string, token: string, frame: string) => {
    recorderAt(url)?.recordResponse({ call: callOf('GET', url), token }, frame);
  });
  await context.addInitScript(() => {
    const ask = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const response = await ask(input, init);
      if (
        response.body === null ||
        response.headers.get('content-type')?.startsWith('text/event-stream') !== true
      )
        return response;
      const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? '';
      const decoder = new TextDecoder();
      let rest = '';
      const heard = response.body.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(part, to) {
            const frames = (rest + decoder.decode(part, { stream: true })).split('\n\n');
            rest = frames.pop()!;
            for (const frame of frames)
              void (
                globalThis as unknown as {
                  reportFrame(url: string, token: string, frame: string): Promise<void>;
                }
              ).reportFrame(response.url, token, frame);
            to.enqueue(part);
          },
        }),
      );
      return new Response(heard, response);
    };
  });
}

async function record(request: Request): Promise<void> {
  const recorder = recorderAt(request.url());
  if (recorder === undefined) return;
  // Who leaves a page takes its answers along.
  const response = await request.response().catch(() => null);
  if (response === null || !isWords(response.headers()['content-type'])) return;
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return;
  const { authorization } = request.headers();
  const sent = request.postDataBuffer();
  recorder.recordResponse(
    {
      call: callOf(request.method(), request.url()),
      token: authorization?.slice('Bearer '.length),
      sent: sent === null || sent.length > WORDS ? '' : sent.toString(),
    },
    text,
  );
}
