import { connect } from 'node:net';

export type Volley = { count: number; rps: number; p50: number; p99: number; failed: number };
/** One connection: returns what it sends next; nothing ends it. */
export type Lane = () => Buffer | undefined;
type Shape = {
  port: number;
  seconds: number;
  lanes: Lane[];
  heard?: (lane: number, ms: number) => void;
  /** The maximum rate of all connections together; without it, each sends as fast as it can. */
  perSecond?: number;
};

/**
 * Runs a closed loop over plain sockets: each connection sends its next request when the last
 * response has arrived. A client this cheap leaves the processor to the servers.
 */
export async function fire({
  port,
  seconds,
  lanes,
  heard,
  perSecond = Infinity,
}: Shape): Promise<Volley> {
  const times: number[] = [];
  let failed = 0;
  const started = performance.now();
  const ends = started + seconds * 1000;
  await Promise.all(
    lanes.map(
      (next, lane) =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ port, host: '127.0.0.1', noDelay: true });
          let sent = 0;
          let turn = 0;
          const send = () => {
            sent = performance.now();
            const request = sent >= ends ? undefined : next();
            if (request === undefined) {
              socket.destroy();
              resolve();
            } else socket.write(request);
          };
          const read = readAnswers((status) => {
            const took = performance.now() - sent;
            times.push(took);
            heard?.(lane, took);
            if (status !== 200) failed += 1;
            turn += 1;
            const wait =
              started + ((turn * lanes.length + lane) * 1000) / perSecond - performance.now();
            if (wait <= 0) send();
            else setTimeout(send, wait);
          });
          socket.on('connect', send).on('data', read).on('error', reject);
        }),
    ),
  );
  const passed = (performance.now() - started) / 1000;
  return { count: times.length, rps: times.length / passed, ...percentiles(times), failed };
}

export function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Splits a stream of bytes into responses by their Content-Length. */
export function readAnswers(done: (status: number, body: Buffer) => void): (chunk: Buffer) => void {
  let kept: Buffer = Buffer.alloc(0);
  return (chunk) => {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    for (;;) {
      const head = kept.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(
        /content-length: (\d+)/i.exec(kept.toString('latin1', 0, head))?.[1] ?? 0,
      );
      const end = head + 4 + length;
      if (kept.length < end) return;
      const answer = kept.subarray(0, end);
      kept = kept.subarray(end);
      done(Number(answer.toString('latin1', 9, 12)), answer.subarray(head + 4));
    }
  };
}

export function requestOf(method: string, path: string, token: string, body?: string): Buffer {
  const sent =
    body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n${sent}\r\n${body ?? ''}`,
  );
}
