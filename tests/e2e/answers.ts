import type { BrowserContext, Request } from '@playwright/test';
import { callOf, recorderAt } from '../leak-recorder.ts';

/** What is longer has files in it. */
const WORDS = 2 ** 20;

/** Gives the words that the pages of a browser are answered to the listener of their server. Streams are listened to where tests read them. Answers what waits until all so far are read. */
export async function hearBrowser(context: BrowserContext): Promise<() => Promise<void>> {
  await hearSessions(context);
  const reading = new Set<Promise<void>>();
  // Only what has come whole: of the rest, which nobody was shown, there may never be an end.
  context.on('requestfinished', (request) => {
    const read: Promise<void> = hear(request).finally(() => reading.delete(read));
    reading.add(read);
  });
  return async () => { await Promise.all(reading); };
}

/** A page tells whose its token is when it begins and when it keeps another, which is before it asks anything with it; of one that is left meanwhile the next one tells. */
async function hearSessions(context: BrowserContext): Promise<void> {
  await context.exposeBinding('tellSession', ({ frame }, kept: string) => {
    const session = JSON.parse(kept) as { token?: string; userId?: string } | null;
    if (session?.token && session.userId) recorderAt(frame.url())?.hearSession({ token: session.token, userId: session.userId });
  });
  await context.addInitScript(() => {
    const KEY = 'respa.session';
    const tell = (kept: string | null) => { if (kept !== null) void (globalThis as unknown as { tellSession(kept: string): Promise<void> }).tellSession(kept); };
    const keep = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      keep.call(this, key, value);
      if (key === KEY) tell(value);
    };
    // A page without an address has no storage.
    if (location.protocol.startsWith('http')) tell(localStorage.getItem(KEY));
  });
}

async function hear(request: Request): Promise<void> {
  const recorder = recorderAt(request.url());
  if (recorder === undefined) return;
  // Who leaves a page takes its answers along.
  const response = await request.response().catch(() => null);
  if (response?.headers()['content-type']?.startsWith('application/json') !== true) return;
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return;
  const { authorization } = request.headers();
  const sent = request.postDataBuffer();
  recorder.hearAnswer({ call: callOf(request.method(), request.url()), token: authorization?.slice('Bearer '.length), sent: sent === null || sent.length > WORDS ? '' : sent.toString() }, text);
}
