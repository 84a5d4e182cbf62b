// Requests to addresses that members write. The server stands inside a network that they must not
// reach through it, so each address is resolved and checked before the connection, which goes to
// exactly the checked address, also after a redirect.
import { Resolver } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicAddress } from './address-guard.ts';

/** What one request may cost. */
export type FetchLimits = {
  /** From the first lookup to the last byte, all redirects included. */
  timeoutMs: number;
  /** Of the body, both as it arrives and decompressed. */
  maxBytes: number;
  redirects: number;
  /** The value of the Accept header, and whether a type without parameters is accepted. */
  accept: string;
  accepts: (type: string) => boolean;
  /** A longer body is cut instead of refused. */
  isCut?: boolean;
  /** Returns whether the part of the body that has arrived is enough. */
  isEnough?: (body: Buffer) => boolean;
};
/** `url` is the address after all redirects; `charset` is '' if the answer names none. */
export type Fetched = { url: string; type: string; charset: string; body: Buffer };
/**
 * Throws an `Error` for every failure: a refused address, another type, too many bytes, too late.
 */
export type SafeFetch = (url: string, limits: FetchLimits) => Promise<Fetched>;
type Wiring = {
  userAgent: string;
  /** Returns the addresses of a host name. */
  resolve?: (host: string, signal: AbortSignal) => Promise<string[]>;
  isAllowed?: (address: string, port: number) => boolean;
};

const PORTS: readonly number[] = [80, 443];
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_URL = 2_000;

const mayConnect = (address: string, port: number): boolean =>
  PORTS.includes(port) && isPublicAddress(address);

/** Asks the name servers themselves: the system's resolver has few threads, which others need. */
export async function resolveAll(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 1 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [four, six] = await Promise.all([
      resolver.resolve4(host).catch(() => []),
      resolver.resolve6(host).catch(() => []),
    ]);
    return [...four, ...six];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Creates a function that fetches from hosts of the public internet only. */
export function makeSafeFetch(props: Wiring): SafeFetch {
  const { userAgent, resolve = resolveAll, isAllowed = mayConnect } = props;
  /** Returns the address to connect to. Throws if any address of the host is not allowed. */
  async function findAddress(url: URL, signal: AbortSignal): Promise<string> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = portOf(url);
    const addresses = isIP(host) === 0 ? await resolve(host, signal) : [host];
    signal.throwIfAborted();
    const [first] = addresses;
    if (first === undefined) throw new Error('the host has no address');
    // One public address does not excuse a private one: the name is meant to be ambiguous.
    if (!addresses.every((address) => isAllowed(address, port)))
      throw new Error('the host is not in the public internet');
    return first;
  }

  async function request(url: URL, accept: string, signal: AbortSignal): Promise<IncomingMessage> {
    const address = await findAddress(url, signal);
    const isName = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
    return new Promise((done, failed) => {
      const call = (url.protocol === 'https:' ? https : http).request({
        // An address, so nothing is resolved again.
        host: address,
        port: portOf(url),
        path: `${url.pathname}${url.search}`,
        agent: false,
        signal,
        maxHeaderSize: MAX_HEADER_BYTES,
        headers: {
          host: url.host,
          accept,
          'accept-encoding': 'gzip, deflate, br',
          'accept-language': 'ru, en;q=0.5',
          'user-agent': userAgent,
        },
        ...(url.protocol === 'https:' && isName ? { servername: url.hostname } : {}),
      });
      call.on('response', done).on('error', failed).end();
    });
  }

  return async (input, limits) => {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    let url = readUrl(input);
    for (let hop = 0; ; hop += 1) {
      const response = await request(url, limits.accept, signal);
      try {
        const { statusCode = 0, headers } = response;
        if (REDIRECTS.includes(statusCode) && headers.location !== undefined) {
          if (hop >= limits.redirects) throw new Error('too many redirects');
          url = readUrl(headers.location, url);
          continue;
        }
        if (statusCode !== 200) throw new Error(`the answer is a ${statusCode}`);
        const { type, charset } = readType(headers['content-type'] ?? '');
        if (!limits.accepts(type)) throw new Error('the answer has another type');
        return { url: url.href, type, charset, body: await readBody(response, limits) };
      } finally {
        response.destroy();
      }
    }
  };
}

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** Throws if the address is not http(s), has a name and password in it, or is too long. */
function readUrl(input: string, base?: URL): URL {
  const url = new URL(input, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('not http');
  if (url.username !== '' || url.password !== '') throw new Error('the address has a password');
  if (url.href.length > MAX_URL) throw new Error('the address is too long');
  url.hash = '';
  return url;
}

function readType(header: string): { type: string; charset: string } {
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const charset = parameters
    .map((one) => /^\s*charset\s*=\s*"?([a-z0-9_:.-]{1,40})"?\s*$/.exec(one)?.[1])
    .find((one) => one !== undefined);
  return { type: type.trim(), charset: charset ?? '' };
}

/** Returns the decompressed body. Throws for an encoding that was not offered. */
function decompress(response: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : null;
  if (decoder === null) throw new Error('an unknown encoding');
  // Errors reach the reader of the decoder.
  return pipeline(arriving(response, maxBytes), decoder, () => {});
}
/** A compressed body may hold nothing for ever, so what arrives is counted too. */
async function* arriving(response: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Error('the answer is too long');
    yield part;
  }
}

async function readBody(
  response: IncomingMessage,
  { maxBytes, isCut = false, isEnough }: FetchLimits,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of decompress(response, maxBytes)) {
    parts.push(part.subarray(0, Math.max(0, maxBytes - bytes)));
    bytes += part.length;
    if (bytes > maxBytes && !isCut) throw new Error('the answer is too long');
    if (bytes >= maxBytes && isCut) break;
    // The end may be cut in two.
    if (isEnough?.(Buffer.concat(parts.slice(-2))) === true) break;
  }
  return Buffer.concat(parts);
}
