import { randomBytes } from 'node:crypto';
import * as cloud from '@respa/contract/cloud';
import { Caller, startTestApp, type TestApp } from '../driver.ts';
import { cookieOf } from '../files/pictures.ts';
import { startNginx, type Nginx } from './nginx.ts';

export type BehindNginx = {
  app: TestApp;
  nginx: Nginx;
  /** The address of nginx. */
  url: string;
  anna: Caller;
  boris: Caller;
  /** A file in the cloud of Anna, and its bytes. */
  file: { _id: string; path: string };
  bytes: Buffer;
  /** The cookies of Anna and Boris for media. */
  cookie: string;
  stranger: string;
  stop(): Promise<void>;
};

/** Starts a server behind nginx, which sends the files itself, with two members and a file. */
export async function openBehindNginx(path: string): Promise<BehindNginx> {
  const bytes = randomBytes(3_000_000);
  const app = await startTestApp({ MEDIA_ACCEL: '/stored/', TRUST_PROXY: '1' });
  const nginx = await startNginx(path, { ports: [app.server.port], dataDir: app.dataDir });
  const url = `http://127.0.0.1:${nginx.port}`;
  const [owner, other] = await Promise.all([app.join('Анна'), app.join('Борис')]);
  const [anna, boris] = [owner, other].map(
    ({ token, id, email }) => new Caller(url, { token: token!, id, email }),
  ) as [Caller, Caller];
  const [cookie, stranger] = await Promise.all([cookieOf(app, owner), cookieOf(app, other)]);
  const { added } = await anna.call(cloud.upload, {
    body: { folder: { id: '' } },
    files: { file: [new File([bytes], 'Мир тайн.sav')] },
  });
  const file = added[0]!;
  return {
    app,
    nginx,
    url,
    anna,
    boris,
    file,
    bytes,
    cookie,
    stranger,
    async stop() {
      await nginx.stop();
      await app.stop();
    },
  };
}
