import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushPayload, PushSubscriptionInput } from '@respa/contract/push';
import { patient } from '../patience.ts';

export type Delivered = { device: string; payload: PushPayload; headers: Record<string, string> };
/** How the service answers: a status, or not at all. */
export type Manner =
  | { status: number; headers?: Record<string, string>; afterMs?: number }
  | 'silence'
  | 'cut';

type Device = { subscription: PushSubscriptionInput; open(body: Buffer): PushPayload };
/**
 * Creates the keys of a browser's subscription, and decrypts what is sent to it (RFC 8291 and
 * 8188).
 */
function makeDevice(endpoint: string): Device {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const own = keys.getPublicKey();
  return {
    subscription: {
      endpoint,
      p256dh: own.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    open(body) {
      const [salt, keyLength] = [body.subarray(0, 16), body[20]!];
      const theirs = body.subarray(21, 21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
      const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32));
      const derive = (name: string, length: number) =>
        Buffer.from(
          hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length),
        );
      const sealed = body.subarray(21 + keyLength);
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive('aes128gcm', 16),
        derive('nonce', 12),
      ).setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      // The last record ends with a delimiter of 2.
      const end = padded.lastIndexOf(2);
      return JSON.parse(padded.subarray(0, end).toString()) as PushPayload;
    },
  };
}

/** Returns whether the Authorization header is signed by the server's key (RFC 8292). */
export function isSignedBy(publicKey: string, header: string): boolean {
  const match = /^vapid t=([^,]+), k=(.+)$/.exec(header);
  if (match === null || match[2] !== publicKey) return false;
  const [head, claims, signature] = match[1]!.split('.') as [string, string, string];
  const raw = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    },
  });
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

/** Starts a push service on 127.0.0.1 that decrypts what it is given, as a browser would. */
export async function startPushService() {
  const devices = new Map<string, Device>();
  const manners = new Map<string, Manner>();
  const delivered: Delivered[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const name = request.url!.slice(1);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const manner = manners.get(name) ?? { status: 201 };
      if (manner === 'silence') return;
      if (manner === 'cut') return void request.socket.destroy();
      if (manner.status === 201)
        delivered.push({
          device: name,
          payload: devices.get(name)!.open(Buffer.concat(parts)),
          headers: request.headers as Record<string, string>,
        });
      setTimeout(
        () => response.writeHead(manner.status, manner.headers).end(),
        manner.afterMs ?? 0,
      );
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    /** Returns the subscription of a new device with that name. */
    subscribe(name: string): PushSubscriptionInput {
      const device = makeDevice(`http://127.0.0.1:${port}/${name}`);
      devices.set(name, device);
      return device.subscription;
    },
    behave: (name: string, manner: Manner) => void manners.set(name, manner),
    delivered,
    requests: () => requests,
    /** Returns the next notifications of a device, once there are as many. */
    async take(name: string, count = 1): Promise<Delivered[]> {
      const ends = performance.now() + patient(10_000);
      for (;;) {
        const found = delivered.filter(({ device }) => device === name);
        if (found.length >= count) return found;
        if (performance.now() > ends)
          throw new Error(`${name} got ${found.length} of ${count} notifications`);
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
      }
    },
    clear: () => void delivered.splice(0),
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
export type PushService = Awaited<ReturnType<typeof startPushService>>;
