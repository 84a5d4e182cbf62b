import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as admin from '@respa/contract/admin';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, joinAdmin } from '#tests/support/members/games.ts';
import { picture } from '#tests/support/files/pictures.ts';

let app: TestApp;
let boss: Caller;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  boss = await joinAdmin(app);
});
afterAll(() => app.stop());

describe('an upload into a folder', () => {
  const put = async (name: string, folder = 'portfolio', color?: string) =>
    boss.call(admin.uploadSomething, {
      body: { folder, name },
      files: { file: [await picture('jpeg', color)] },
    });
  test('keeps its name with the actual extension, and replaces the file of that name', async () => {
    const first = await put('cover-1.png', 'portfolio', '#ff0000');
    expect(first).toEqual({ name: 'cover-1.webp', url: '/media/portfolio/cover-1.webp' });
    const seen = await fetch(`${app.url}${first.url}`);
    const [before, tag] = [await seen.arrayBuffer(), seen.headers.get('etag')!];
    // A file that may be replaced by other bytes must be revalidated.
    expect(seen.headers.get('cache-control')).toBe('public, no-cache');
    await put('cover-1', 'portfolio', '#00ff00');
    const again = await fetch(`${app.url}${first.url}`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(200);
    expect(Buffer.from(await again.arrayBuffer()).equals(Buffer.from(before))).toBe(false);
    expect(
      (
        await sql`
          select 1
          from media_files
          where folder = 'portfolio'
        `.execute(app.server.context.db)
      ).rows,
    ).toHaveLength(1);
  });
  test.each([
    '../x',
    '..\\x',
    '/etc/x',
    '%2e%2e',
    'Обложка',
    'COVER',
    'a b',
    '.htaccess',
    'x.tar.gz',
    'cover-640',
    `${'a'.repeat(32)}`,
    'con\u202e',
  ])('cannot be named %j', async (name) => {
    expect(
      await boss.refusal(admin.uploadSomething, {
        body: { folder: 'portfolio', name },
        files: { file: [await picture()] },
      }),
    ).toMatchObject({ status: 400, code: 'bad_file_name' });
  });
  test('has a name of at most sixty characters', async () => {
    expect(await put('a'.repeat(60))).toMatchObject({ name: `${'a'.repeat(60)}.webp` });
    expect(
      await boss.refusal(admin.uploadSomething, {
        body: { folder: 'portfolio', name: 'a'.repeat(61) },
        files: { file: [await picture()] },
      }),
    ).toMatchObject({ status: 400, fields: { name: 'Имя файла не длиннее 60 символов' } });
  });
  test('removes nothing before the commit, and leaves the existing file unchanged if the commit fails', async () => {
    const { db } = app.server.context;
    const { url } = await put('kept', 'portfolio', '#ff0000');
    const seen = async () =>
      Buffer.from(await (await fetch(`${app.url}${url}`)).arrayBuffer()).toString('base64');
    const before = await seen();
    const sizes = async () =>
      (
        await sql`
          select bytes, width
          from media_files
          where folder = 'portfolio' and name = 'kept.webp'
        `.execute(db)
      ).rows;
    const rows = await sizes();
    await sql`
      create function refuse_settling() returns trigger language plpgsql
        as 'begin raise exception ''refused''; end'
    `.execute(db);
    await sql`
      create constraint trigger refuse_settling after insert
        on admin_log deferrable initially deferred for each row execute function refuse_settling()
    `.execute(db);
    try {
      expect(
        (
          await boss.refusal(admin.uploadSomething, {
            body: { folder: 'portfolio', name: 'kept' },
            files: { file: [await picture('jpeg', '#00ff00')] },
          })
        ).status,
      ).toBe(500);
    } finally {
      await sql`drop trigger refuse_settling on admin_log`.execute(db);
    }
    expect([await seen(), await sizes()]).toEqual([before, rows]);
    await put('kept', 'portfolio', '#00ff00');
    expect(await seen()).not.toBe(before);
  });
  test('removes the smaller pictures of a larger previous one', async () => {
    const large = await sharp({
      create: { width: 900, height: 700, channels: 3, background: '#336699' },
    })
      .jpeg()
      .toBuffer();
    await boss.call(admin.uploadSomething, {
      body: { folder: 'portfolio', name: 'shrunk' },
      files: { file: [new Blob([Uint8Array.from(large)])] },
    });
    const seen = async (name: string) =>
      Buffer.from(await (await fetch(`${app.url}/media/portfolio/${name}`)).arrayBuffer()).toString(
        'base64',
      );
    const before = await seen('shrunk-640.webp');
    const small = await sharp({
      create: { width: 200, height: 100, channels: 3, background: '#996633' },
    })
      .jpeg()
      .toBuffer();
    await boss.call(admin.uploadSomething, {
      body: { folder: 'portfolio', name: 'shrunk' },
      files: { file: [new Blob([Uint8Array.from(small)])] },
    });
    // A picture without a smaller version is sent itself.
    expect(await seen('shrunk-640.webp')).toBe(await seen('shrunk.webp'));
    expect(await seen('shrunk-640.webp')).not.toBe(before);
  });
  test('accepts only three folders and only pictures', async () => {
    for (const folder of ['cloud', 'message-images', '../portfolio', ''])
      expect(
        await boss.refusal(admin.uploadSomething, {
          body: { folder, name: 'x' },
          files: { file: [await picture()] },
        }),
      ).toMatchObject({ status: 400, fields: { folder: 'Выберите папку' } });
    expect(
      await boss.refusal(admin.uploadSomething, { body: { folder: 'events', name: 'x' } }),
    ).toMatchObject({ status: 400, code: 'no_file' });
    expect(
      await boss.refusal(admin.uploadSomething, {
        body: { folder: 'events', name: 'x' },
        files: { file: [new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'])] },
      }),
    ).toMatchObject({ status: 415 });
  });
});
