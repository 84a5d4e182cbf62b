import sharp from 'sharp';
import type { Program } from './programs.ts';
import type { Signed } from './calls.ts';
import { flickUntil, inBrowser, traceTasks } from './in-browser.ts';
import type { DataSet } from './sets.ts';

const TASK_MS = 50;
const PICTURES = 20;
const TIMEOUT_MS = 60_000;

/**
 * Sends real pictures as members do; returns the ids of their bytes once their renditions exist.
 */
async function sendPictures(set: DataSet, port: number, { id, token }: Signed): Promise<string[]> {
  for (let sent = 0; sent < PICTURES; sent += 5) {
    const form = new FormData();
    form.append('folder', JSON.stringify({ id: '' }));
    for (let index = sent; index < sent + 5; index += 1) {
      const [width, height] = [
        [1600, 1200],
        [900, 1600],
        [1280, 720],
        [1000, 1000],
      ][index % 4] as [number, number];
      const noise = await sharp({
        create: {
          width: width / 4,
          height: height / 4,
          channels: 3,
          background: '#406080',
          noise: { type: 'gaussian', mean: 90 + index * 6, sigma: 45 },
        },
      })
        .resize(width, height)
        .jpeg()
        .toBuffer();
      form.append(`file${index - sent}`, new Blob([Uint8Array.from(noise)]), `${index}.jpg`);
    }
    const answer = await fetch(`http://127.0.0.1:${port}/api/cloud/upload-mobile`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    if (!answer.ok)
      throw new Error(`pictures are answered with ${answer.status}: ${await answer.text()}`);
  }
  for (
    const ends = performance.now() + TIMEOUT_MS;
    performance.now() < ends;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    })
  ) {
    const rows = await set.query<{ blob_id: string; width: number | null }>(
      `
        select m.blob_id, b.width
        from media_files m
        join blobs b on b.id = m.blob_id
        where m.folder = 'cloud' and m.owner_id = '${id}' and m.name like '%.jpg'
        order by m.id desc
        limit ${PICTURES}
      `,
    );
    if (rows.every(({ width }) => width !== null)) return rows.map((row) => row.blob_id);
  }
  throw new Error('the renditions were not made');
}

/** Creates a folder in which every second file is a picture. */
async function makeFolder(set: DataSet, port: number, me: Signed, files: number): Promise<string> {
  const blobs = (await sendPictures(set, port, me)).map((blob) => `'${blob}'`).join(',');
  const [{ folder }] = (await set.query<{ folder: string }>(
    `
      insert into cloud_nodes (id, owner_id, is_folder, name, type)
      values (uuidv7(), '${me.id}', true, 'Снимки ' || now(), 'folder')
      returning id as folder
    `,
  )) as [{ folder: string }];
  const stored = `md5('${folder}' || n) || case when n % 2 = 0 then '.jpg' else '.sav' end`;
  await set.query(`
    insert into cloud_nodes (id, owner_id, parent_id, is_folder, name, type, stored, bytes)
    select uuidv7(), '${me.id}', '${folder}', false,
      'Снимок ' || lpad(n::text, 5, '0') || case when n % 2 = 0 then '.jpg' else '.sav' end,
      case when n % 2 = 0 then 'jpg' else 'file' end, ${stored}, 1000 + n
    from generate_series(1, ${files}) n
  `);
  await set.query(`
    insert into media_files (id, folder, name, owner_id, scope_id, kind, mime, bytes, created_at,
      blob_id)
    select uuidv7(), 'cloud', c.stored, c.owner_id, c.id, 'file', 'image/jpeg', c.bytes, now(),
      (array[${blobs}]::uuid[])[1 + c.bytes % ${PICTURES}]
    from cloud_nodes c
    where c.parent_id = '${folder}' and c.type = 'jpg'
  `);
  await set.query('analyze cloud_nodes, media_files');
  return folder;
}

/**
 * Scrolls a folder of ten thousand files from top to bottom and back, in a real browser without a
 * picture cache.
 */
export const measureCloudScroll = (ours: Program, set: DataSet, files: number): Promise<string[]> =>
  inBrowser(ours.port, 'Облако', {
    make: (me) => makeFolder(set, ours.port, me, files),
    async clear(folder) {
      await set.query(
        `
          delete from media_files using cloud_nodes c
          where c.parent_id = '${folder}' and media_files.scope_id = c.id
        `,
      );
      await set.query(`delete from cloud_nodes where parent_id = '${folder}' or id = '${folder}'`);
    },
    async measure({ page, url, made: folder, missed }) {
      await page.open(
        `${url}/cloud?folder=${folder}`,
        () => document.querySelector('[aria-label="Файлы и папки"] [role="listitem"]') !== null,
      );
      const first = await page.evaluate(
        () => document.querySelector('[aria-label="Файлы и папки"] [role="listitem"]')!.textContent,
      );
      const last = first.includes('00001') ? String(files).padStart(5, '0') : '00001';
      console.log(`\nОблако: папка на ${files.toLocaleString('ru-RU')} файлов, колесом`);
      for (const way of ['down', 'up'] as const) {
        const endTrace = await traceTasks(page);
        await page.evaluate(() => {
          const watch = { longest: 0, tasks: 0, blank: 0, frames: 0, isOver: false };
          (globalThis as unknown as { watch: typeof watch }).watch = watch;
          new PerformanceObserver((entries) => {
            for (const { duration } of entries.getEntries()) {
              watch.longest = Math.max(watch.longest, duration);
              watch.tasks += 1;
            }
          }).observe({ type: 'longtask' });
          const look = () => {
            watch.frames += 1;
            // The middle of the window between the first row and the last: there is always an item
            // there or a gap for one.
            const { left, top, bottom, width } = document
              .querySelector('[aria-label="Файлы и папки"]')!
              .getBoundingClientRect();
            const y = Math.min(Math.max(innerHeight / 2, top + 20), bottom - 20);
            if (
              document.elementFromPoint(left + width / 2, y)?.closest('[role="presentation"]') ===
              null
            )
              watch.blank += 1;
            if (!watch.isOver) requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
          performance.mark('watch-begins');
        });
        await flickUntil(page, [500, 500], way, () =>
          page.evaluate(
            ([side, name]) =>
              side === 'up'
                ? scrollY <= 0
                : scrollY + innerHeight >= document.documentElement.scrollHeight - 2 &&
                  document
                    .querySelector('[aria-label="Файлы и папки"]')!
                    .textContent.includes(`Снимок ${name}`),
            [way, last] as const,
          ),
        );
        const seen = await page.evaluate(() => {
          performance.mark('watch-ends');
          const { watch } = globalThis as unknown as {
            watch: {
              longest: number;
              tasks: number;
              blank: number;
              frames: number;
              isOver: boolean;
            };
          };
          watch.isOver = true;
          return watch;
        });
        const processor = await endTrace();
        console.log(
          `  ${way === 'down' ? 'вниз ' : 'вверх'} самая долгая задача ${seen.longest === 0 ? `короче ${TASK_MS}` : seen.longest.toFixed(0)} мс, процессора ${processor.toFixed(0)} мс (дольше ${TASK_MS}: ${seen.tasks}), пустых кадров ${seen.blank} из ${seen.frames} ${seen.longest < TASK_MS ? '✓' : '✗'}`,
        );
        if (seen.longest >= TASK_MS)
          missed.push(
            `Облако, прокрутка ${way === 'down' ? 'вниз' : 'вверх'}: задача ${seen.longest.toFixed(0)} мс при цели ${TASK_MS}`,
          );
      }
    },
  });
