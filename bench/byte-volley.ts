import { connect } from 'node:net';

export type Pull = { bytesPerSecond: number; count: number; failed: number };

/**
 * Sends range requests in a closed loop over plain sockets, each connection with its own buffer:
 * received bytes are counted and discarded.
 */
export async function pull({
  port,
  seconds,
  lanes,
}: {
  port: number;
  seconds: number;
  lanes: (() => Buffer)[];
}): Promise<Pull> {
  const sum = { bytes: 0, count: 0, failed: 0 };
  const started = performance.now();
  const ends = started + seconds * 1000;
  await Promise.all(
    lanes.map(
      (next) =>
        new Promise<void>((resolve, reject) => {
          let [head, left] = ['', 0];
          const take = (size: number, buffer: Uint8Array): boolean => {
            for (let at = 0; at < size;) {
              if (left > 0) {
                const part = Math.min(left, size - at);
                left -= part;
                at += part;
                sum.bytes += part;
              } else {
                const found = Buffer.from(buffer.buffer, buffer.byteOffset, size).indexOf(
                  '\r\n\r\n',
                  at,
                );
                head += Buffer.from(
                  buffer.buffer,
                  buffer.byteOffset + at,
                  (found < 0 ? size : found) - at,
                ).toString('latin1');
                if (found < 0) return true;
                at = found + 4;
                left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
                if (head.slice(9, 12) !== '206') sum.failed += 1;
                head = '';
              }
              if (left === 0) {
                sum.count += 1;
                if (performance.now() >= ends) {
                  socket.destroy();
                  resolve();
                  return false;
                }
                socket.write(next());
              }
            }
            return true;
          };
          const socket = connect({
            port,
            host: '127.0.0.1',
            noDelay: true,
            onread: { buffer: Buffer.allocUnsafe(512 * 1024), callback: take },
          });
          socket.on('connect', () => socket.write(next())).on('error', reject);
        }),
    ),
  );
  return {
    bytesPerSecond: (sum.bytes * 1000) / (performance.now() - started),
    count: sum.count,
    failed: sum.failed,
  };
}
