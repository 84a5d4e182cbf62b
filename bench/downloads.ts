import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createDiskStorage } from '../packages/server/src/platform/storage/storage.ts';
import { startNginx } from '../tests/support/servers/nginx.ts';
import { pull, type Pull } from './byte-volley.ts';
import type { Viewer } from './calls.ts';
import {
  groupStatements,
  startProgram,
  type Plan,
  type Program,
  type Statement,
} from './programs.ts';
import type { DataSet } from './sets.ts';
import { median } from './volley.ts';

const MB = 1024 ** 2;
const FILE_BYTES = 64 * MB;
const [LARGE, SMALL] = [
  { bytes: MB, lanes: 8 },
  { bytes: 64 * 1024, lanes: 16 },
];
const [OF_NGINX, OF_LIMIT, OF_ACCEL] = [0.6, 0.6, 0.9];

type Shape = { bytes: number; lanes: number };
type Side = { title: string; port: number; path: string };
type Setting = {
  set: DataSet;
  ours: Program;
  limit: Program;
  lookUp: unknown;
  viewer: Viewer;
  runs: number;
  seconds: number;
};

/**
 * Measures a cloud file read by ranges: our server next to nginx sending the same file without any
 * checks, next to the bare program with the same checks, and behind nginx.
 */
export async function measureDownloads({
  set,
  ours,
  limit,
  lookUp,
  viewer,
  runs,
  seconds,
}: Setting): Promise<string[]> {
  const { path, name } = await putFile(set, ours, viewer);
  const stored = createDiskStorage('').pathOf('blobs', name);
  const duel = makeDuel(viewer, runs, seconds);
  const missed: string[] = [];
  const print = (
    title: string,
    [a, b]: [Side, Side],
    [mine, theirs]: [number, number],
    goal: number,
  ) => {
    const share = mine / theirs;
    console.log(
      `  ${title}: ${a.title} ${(mine / MB).toFixed(0)} МБ/с, ${b.title} ${(theirs / MB).toFixed(0)} МБ/с, доля ${Math.round(share * 100)} %`,
    );
    if (share < goal)
      missed.push(`Скачивание, ${title}: ${Math.round(share * 100)} % при цели ${goal * 100} %`);
  };
  console.log(
    `\nСкачивание файла облака в ${FILE_BYTES / MB} МБ частями, ${runs} замеров по ${seconds} с, медианы`,
  );

  await limit.ask({
    lookUp,
    plans: [await recordDownload(ours, viewer, path, join(set.dataDir, 'media', stored))],
  });
  const own: Side = { title: 'наш сервер', port: ours.port, path };
  const bare: Side = {
    title: 'голый node:http с теми же запросами к базе',
    port: limit.port,
    path,
  };
  print(
    `части по 64 КБ, соединений ${SMALL.lanes}`,
    [own, bare],
    await duel(own, bare, SMALL),
    OF_LIMIT,
  );

  const program = process.env['NGINX_PATH'];
  if (program === undefined) {
    console.log('  нет nginx (NGINX_PATH): остальное пропущено');
    return missed;
  }
  const behind = await startProgram('./ours.ts', {
    DATABASE_URL: set.url,
    DATA_DIR: set.dataDir,
    MEDIA_ACCEL: '/stored/',
    TRUST_PROXY: '1',
  });
  const nginx = await startNginx(program, {
    ports: [behind.port],
    dataDir: set.dataDir,
    more: `location /plain/ { alias ${join(set.dataDir, 'media')}/; sendfile on; tcp_nopush on; }`,
  });
  try {
    const plain: Side = { title: 'nginx без прав', port: nginx.port, path: `/plain/${stored}` };
    const accel: Side = { title: 'nginx после нашей проверки прав', port: nginx.port, path };
    print(
      `части по 1 МБ, соединений ${LARGE.lanes}`,
      [own, plain],
      await duel(own, plain, LARGE),
      OF_NGINX,
    );
    print(
      `части по 1 МБ за nginx, соединений ${LARGE.lanes}`,
      [accel, plain],
      await duel(accel, plain, LARGE),
      OF_ACCEL,
    );
  } finally {
    await nginx.stop();
    await behind.stop();
  }
  return missed;
}

/** Runs both alternately, so that a busy minute of the machine affects both. */
const makeDuel =
  ({ token }: Viewer, runs: number, seconds: number) =>
  async (a: Side, b: Side, shape: Shape): Promise<[number, number]> => {
    const volley = ({ port, path }: Side, time: number) =>
      pull({ port, seconds: time, lanes: lanesOf(path, token, shape) });
    const [ofA, ofB]: [Pull[], Pull[]] = [[], []];
    for (const side of [a, b]) await volley(side, 1);
    for (let run = 0; run < runs; run += 1) {
      ofA.push(await volley(a, seconds));
      ofB.push(await volley(b, seconds));
    }
    const failed = [...ofA, ...ofB].reduce((sum, one) => sum + one.failed, 0);
    if (failed > 0) throw new Error(`${failed} answers are not 206`);
    return [
      median(ofA.map((one) => one.bytesPerSecond)),
      median(ofB.map((one) => one.bytesPerSecond)),
    ];
  };
function lanesOf(path: string, token: string, { bytes, lanes }: Shape): (() => Buffer)[] {
  const places = FILE_BYTES / bytes;
  const requests = Array.from({ length: places }, (_, index) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\nrange: bytes=${index * bytes}-${(index + 1) * bytes - 1}\r\n\r\n`,
    ),
  );
  return Array.from({ length: lanes }, (_, lane) => {
    let index = Math.floor((places * lane) / lanes);
    return () => requests[(index += 1) % places]!;
  });
}

async function putFile(
  set: DataSet,
  ours: Program,
  { token }: Viewer,
): Promise<{ path: string; name: string }> {
  const form = new FormData();
  form.append('folder', JSON.stringify({ id: '' }));
  form.append('file', new Blob([randomBytes(FILE_BYTES)]), 'мир.sav');
  const answer = await fetch(`http://127.0.0.1:${ours.port}/api/cloud/upload-mobile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`the upload answers ${answer.status}: ${await answer.text()}`);
  const { added } = (await answer.json()) as { added: { _id: string }[] };
  const id = added[0]!._id;
  const [row] = await set.query<{ name: string }>(
    `
      select b.name
      from media_files m
      join blobs b on b.id = m.blob_id
      where m.folder = 'cloud' and m.scope_id = '${id}'
    `,
  );
  return { path: `/api/cloud/download/${id}`, name: row!.name };
}
/** Records what our server asks the database for one part of the file. */
async function recordDownload(
  ours: Program,
  { token }: Viewer,
  path: string,
  file: string,
): Promise<Plan> {
  const ask = () =>
    fetch(`http://127.0.0.1:${ours.port}${path}`, {
      headers: { authorization: `Bearer ${token}`, range: 'bytes=0-9' },
    }).then((answer) => answer.text().then(() => answer));
  await ask();
  await ours.ask('listen');
  const { headers } = await ask();
  const { statements } = await ours.ask<{ statements: Statement[] }>('tell');
  const kept = [...headers].filter(
    ([name]) => !/^(?:connection|keep-alive|date|content-length|content-range)$/.test(name),
  );
  return {
    key: `GET ${path}`,
    groups: groupStatements(statements),
    headers: Object.fromEntries(kept),
    body: '',
    file: { path: file, bytes: FILE_BYTES },
  };
}
