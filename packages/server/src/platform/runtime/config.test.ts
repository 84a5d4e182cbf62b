import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BadSettings, readConfig, readEnvironment } from './config.ts';

const sentences = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(BadSettings);
    return (error as Error).message;
  }
  return '';
};

const S3 = {
  S3_ENDPOINT: 'https://s3.example.ru',
  S3_BUCKET: 'respa',
  S3_REGION: 'ru-1',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};
test('uses S3 as the file store when all five S3 settings are present', () => {
  expect(readConfig({}).s3).toBeUndefined();
  expect(readConfig(S3).s3).toEqual({
    endpoint: 'https://s3.example.ru',
    bucket: 'respa',
    region: 'ru-1',
    accessKey: 'key',
    secretKey: 'secret',
    presigned: false,
  });
  expect(
    readConfig({ ...S3, S3_ENDPOINT: 'http://s3:9000/', S3_READS: 'presigned' }).s3,
  ).toMatchObject({ endpoint: 'http://s3:9000', presigned: true });
});

test('uses the documented defaults without settings', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    rateLimits: true,
    cloudQuota: 1024 ** 3,
    videoQuota: 50 * 1024 ** 3,
    chatQuota: 10 * 1024 ** 3,
    pictureQuota: 5 * 1024 ** 3,
    diskReserve: 1024 ** 3,
    trustProxy: 0,
    mediaAccel: undefined,
    weatherKey: undefined,
    weatherUrl: 'https://api.openweathermap.org/data/2.5/weather',
  });
});

test.each([
  [{ PORT: 'восемь' }, 'PORT: нужно целое число от 0 до 65535, а стоит «восемь».'],
  [{ PUBLIC_URL: 'respa.ru' }, 'PUBLIC_URL: нужен адрес вида'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: нужен адрес вида'],
  [{ WEATHER_URL: 'file:///etc/passwd' }, 'WEATHER_URL: нужен адрес вида'],
  [{ SMTP_URL: 'mail' }, 'SMTP_URL: нужен адрес вида'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL: это не похоже на почту.'],
  [{ RATE_LIMITS: 'off', HOST: '0.0.0.0' }, 'RATE_LIMITS=off разрешено только с HOST=127.0.0.1'],
  [{ RATE_LIMITS: 'maybe' }, 'RATE_LIMITS: on или off.'],
  [{ MEDIA_ACCEL: 'stored', TRUST_PROXY: '1' }, 'MEDIA_ACCEL: нужен внутренний адрес прокси'],
  [{ MEDIA_ACCEL: '/media/', TRUST_PROXY: '1' }, 'MEDIA_ACCEL: нужен внутренний адрес прокси'],
  [{ MEDIA_ACCEL: '/stored/' }, 'нужен и TRUST_PROXY=1'],
  [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY: нужно целое число'],
  [
    { S3_ENDPOINT: 'https://s3.example.ru', S3_BUCKET: 'respa', S3_ACCESS_KEY: 'key' },
    'не хватает: S3_REGION, S3_SECRET_KEY.',
  ],
  [{ ...S3, S3_ENDPOINT: 'https://s3.example.ru/respa' }, 'S3_ENDPOINT: нужен адрес вида'],
  [{ ...S3, S3_ENDPOINT: 'https://key:secret@s3.example.ru' }, 'S3_ENDPOINT: нужен адрес вида'],
  [{ ...S3, S3_ENDPOINT: 'ftp://s3.example.ru' }, 'S3_ENDPOINT: нужен адрес вида'],
  [{ ...S3, S3_BUCKET: '../respa' }, 'S3_BUCKET: нужно имя'],
  [{ ...S3, S3_READS: 'open' }, 'S3_READS: proxied или presigned.'],
  [{ S3_READS: 'presigned' }, 'S3_READS=presigned: хранилище S3 не задано.'],
  [
    {
      ...S3,
      S3_ENDPOINT: 'http://s3.example.ru',
      S3_READS: 'presigned',
      PUBLIC_URL: 'https://respa.ru',
    },
    'S3_ENDPOINT нужен https',
  ],
  [{ ...S3, MEDIA_ACCEL: '/stored/', TRUST_PROXY: '1' }, 'MEDIA_ACCEL: файлы лежат в S3'],
])('rejects %j with a sentence', (env, sentence) => {
  expect(sentences(env)).toContain(sentence);
});

test('reports all wrong settings at once', () => {
  const text = sentences({ PORT: 'x', ADMIN_EMAIL: 'y' });
  expect(text).toContain('PORT');
  expect(text).toContain('ADMIN_EMAIL');
});

test('reads .env, and the real environment overrides it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'respa-env-'));
  try {
    writeFileSync(
      join(folder, '.env'),
      '# a comment\nexport MAIL_FROM="Респа <a@b.ru>"\nPATH=/nowhere\n',
    );
    const env = readEnvironment(folder);
    expect(env['MAIL_FROM']).toBe('Респа <a@b.ru>');
    expect(env['PATH']).not.toBe('/nowhere');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the README table names every existing setting and no others', () => {
  const asked = new Set<string>();
  readConfig(
    new Proxy<Record<string, string>>({}, { get: (_env, name) => void asked.add(String(name)) }),
  );
  asked.delete('PATH');
  const text = readFileSync(new URL('../../../../../README.md', import.meta.url), 'utf8');
  const rows = text
    .slice(text.indexOf('## Настройки'), text.indexOf('## Видео'))
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(new Set(rows.flatMap((row) => row.split('|')[1]!.match(/[A-Z][A-Z0-9_]+/g)!))).toEqual(
    asked,
  );
});
