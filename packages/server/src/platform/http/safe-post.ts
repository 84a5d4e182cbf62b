// Requests to addresses that members' browsers name, such as push services. Like `safe-fetch.ts`,
// they reach hosts of the public internet only; unlike it, connections stay open for the next
// request.
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './address-guard.ts';
import { resolveAll } from './safe-fetch.ts';

export type Posted = { status: number; retryAfterSeconds: number | null };
export type PostInput = { headers: Record<string, string>; body: Buffer };
export type SafePost = {
  /**
   * Throws an `Error` if the address is not allowed, cannot be reached or does not answer in time.
   */
  post(url: string, input: PostInput): Promise<Posted>;
  close(): void;
};
/** What a host may take to connect and answer. */
const TIMEOUT_MS = 5_000;
/** Bytes of an answer that are read so that its connection can be used again. */
const MAX_ANSWER = 16 * 1024;
const [MAX_SOCKETS, MAX_FREE] = [16, 4];

/** Creates a sender of POST requests. `isAllowed` decides which addresses may be connected to. */
export function makeSafePost(isAllowed: (address: string) => boolean = isPublicAddress): SafePost {
  const find = async (host: string) => {
    const found = await resolveAll(host, AbortSignal.timeout(TIMEOUT_MS));
    if (found.length === 0) throw new Error('the host has no address');
    if (!found.every(isAllowed)) throw new Error('the host is not in the public internet');
    return found.map((address) => ({ address, family: isIP(address) }));
  };
  // The connection goes to exactly the checked address: nothing is resolved again.
  const answer = async (...[host, options, done]: Parameters<LookupFunction>) => {
    let found: Awaited<ReturnType<typeof find>>;
    try {
      found = await find(host);
    } catch (error) {
      return done(error as Error, []);
    }
    if (options.all === true) return done(null, found);
    return done(null, found[0]!.address, found[0]!.family);
  };
  const lookup: LookupFunction = (...asked) => void answer(...asked);
  const settings = {
    keepAlive: true,
    maxSockets: MAX_SOCKETS,
    maxFreeSockets: MAX_FREE,
    timeout: 30_000,
    lookup,
  };
  const agents = {
    'https:': new https.Agent(settings),
    'http:': new http.Agent(settings),
  };
  return {
    post(input, { headers, body }) {
      const url = new URL(input);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      // A literal address is connected to without a lookup.
      if (isIP(host) !== 0 && !isAllowed(host))
        return Promise.reject(new Error('the host is not in the public internet'));
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return Promise.reject(new Error('not http'));
      const { request } = url.protocol === 'https:' ? https : http;
      return new Promise((done, failed) => {
        const call = request(url, {
          method: 'POST',
          agent: agents[url.protocol as 'https:'],
          headers: { ...headers, 'content-length': body.length },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        call.on('error', failed);
        call.on('response', (response) => {
          let bytes = 0;
          response.on('data', (part: Buffer) => {
            bytes += part.length;
            if (bytes > MAX_ANSWER) response.destroy();
          });
          response.on('error', () => {});
          const wait = Number(response.headers['retry-after']);
          done({
            status: response.statusCode ?? 0,
            retryAfterSeconds: Number.isFinite(wait) && wait > 0 ? wait : null,
          });
        });
        call.end(body);
      });
    },
    close() {
      agents['https:'].destroy();
      agents['http:'].destroy();
    },
  };
}
