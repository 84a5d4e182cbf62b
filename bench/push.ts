import { createECDH, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { GROUP_MEMBERS } from '@respa/contract/limits';
import { startServer } from '../packages/server/src/app/server.ts';
import { readConfig } from '../packages/server/src/platform/runtime/config.ts';
import { makeSafePost } from '../packages/server/src/platform/http/safe-post.ts';
import { tellOfRoom } from '../packages/server/src/features/push/room-news.ts';
import { openSet, SMALL } from './sets.ts';
import { startProgram } from './programs.ts';

const [TARGET_SECONDS, DEVICES] = [2, 200];
const ROOM = '01890000-0000-7000-8000-0000000a0001';

/**
 * Measures how long one core needs to tell 200 closed devices of one message in a group of as many
 * members as a group may have. Returns what misses its target.
 */
export async function measurePush(runs: number): Promise<string[]> {
  const set = await openSet(SMALL);
  const sink = await startProgram('./push-sink.ts', {});
  const config = readConfig({
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: 'http://respa.test',
    DATA_DIR: set.dataDir,
  });
  const server = await startServer(config, set.url, {
    print: () => {},
    siteDir: fileURLToPath(new URL('../packages/web/dist', import.meta.url)),
  });
  const { context } = server;
  // The service stands on 127.0.0.1.
  context.push.post.close();
  context.push.post = makeSafePost(() => true);
  try {
    await fillGroup(set.query, sink.port);
    const times: { cpu: number; wall: number }[] = [];
    for (let run = 0; run < runs; run += 1) {
      const [before, began] = [process.cpuUsage(), performance.now()];
      await tellOfRoom(context, { roomId: ROOM, from: 1 });
      const { user, system } = process.cpuUsage(before);
      times.push({ cpu: (user + system) / 1e6, wall: (performance.now() - began) / 1000 });
    }
    const { count } = await sink.ask<{ count: number }>('count');
    // The first run opens connections and compiles.
    const [first, ...others] = times;
    const middle = others.sort((a, b) => a.cpu - b.cpu)[Math.floor(others.length / 2)] ?? first!;
    console.log(
      `\nУведомления на устройства: группа из ${GROUP_MEMBERS}, ${DEVICES} закрытых вкладок: ${middle.cpu.toFixed(2)} с процессора, ${middle.wall.toFixed(2)} с по часам (первый раз ${first!.cpu.toFixed(2)} с; цель: ${TARGET_SECONDS} с одного ядра); доставлено ${count} из ${runs * DEVICES}`,
    );
    return middle.cpu > TARGET_SECONDS || count !== runs * DEVICES
      ? [
          `Уведомления на устройства: ${middle.cpu.toFixed(2)} с при цели ${TARGET_SECONDS}, доставлено ${count} из ${runs * DEVICES}`,
        ]
      : [];
  } finally {
    await server.stop();
    await sink.stop();
    await set.stop();
  }
}

/**
 * Creates the group with one message that nobody but its author has read, and a device per member.
 */
async function fillGroup(query: <T>(text: string) => Promise<T[]>, port: number): Promise<void> {
  await query(`delete from rooms where id = '${ROOM}'`);
  await query(`delete from push_devices`);
  const members = `
    select p.id, (row_number() over (order by p.id))::int as place
    from people p
    order by p.id
    limit ${GROUP_MEMBERS}
  `;
  await query(`
    insert into rooms (id, is_group, touched, title, creator_id, position, seq)
    select '${ROOM}', true, '${ROOM}', 'Гильдия', id, 1, 1
    from (${members}) m
    where place = 1
  `);
  await query(`
    insert into room_members (room_id, user_id, touched, is_group)
    select '${ROOM}', id, '${ROOM}', true
    from (${members}) m
  `);
  // The author is not a member, so that every member has something to read.
  await query(`
    insert into messages (room_id, id, user_id, position, born, seq, text)
    select '${ROOM}', '${ROOM}', id, 1, 1, 1, 'Сбор у моста в девять, без опозданий'
    from people
    where id not in (select id from (${members}) m)
    order by id
    limit 1
  `);
  await query(`delete from sessions where device = 'bench'`);
  await query(`
    insert into sessions (id, user_id, media_hash, device)
    select gen_random_uuid(), id, sha256(id::text::bytea), 'bench'
    from (${members}) m
  `);
  const rows = Array.from({ length: DEVICES }, (_, at) => {
    const keys = createECDH('prime256v1');
    const p256dh = keys.generateKeys('base64url');
    return `(${at + 1}, '${p256dh}', '${randomBytes(16).toString('base64url')}')`;
  });
  await query(`
    insert into push_devices
      (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, device)
    select gen_random_uuid(), m.id, s.id, 'http://127.0.0.1:${port}/' || m.place,
      sha256(m.id::text::bytea), keys.p256dh, keys.auth, 'bench'
    from (${members}) m
    join sessions s on s.user_id = m.id and s.device = 'bench'
    join (values ${rows.join(', ')}) keys (place, p256dh, auth) on keys.place = m.place
  `);
}
