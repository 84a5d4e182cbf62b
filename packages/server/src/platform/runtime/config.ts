import { DAY_SECONDS } from '@respa/contract/durations';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readVoiceSettings, type VoiceConfig } from '#platform/voice/settings.ts';

/**
 * Where the files are stored if not in DATA_DIR. `presigned`: readers of large files are redirected
 * to the store itself.
 */
export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  presigned: boolean;
};
/** argon2id cost: memory in KiB, and the number of passes over it. */
export type PasswordCost = { memoryCost: number; timeCost: number };
/** 19 MiB, two passes (`docs/architecture.md`): 60 ms of one core. */
const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
export type Config = VoiceConfig & {
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  adminEmail: string | undefined;
  trustProxy: number;
  /** What one member may store, in bytes: in the cloud, in videos, in chats, in other pictures. */
  cloudQuota: number;
  videoQuota: number;
  chatQuota: number;
  pictureQuota: number;
  /** Bytes of the disk of `dataDir` below which no uploads are accepted; 0 accepts all. */
  diskReserve: number;
  metricsToken: string | undefined;
  /** The key that seals secrets in the database, in hex; `undefined`: a file in `dataDir`. */
  secretKey: string | undefined;
  rateLimits: boolean;
  /** False removes the service worker from the members' browsers. */
  serviceWorker: boolean;
  preparedStatements: boolean;
  poolSize: number;
  logLevel: string;
  /** No environment setting makes passwords cheaper; only tests that are not about passwords do. */
  passwordCost: PasswordCost;
  /**
   * The Redis that several servers on one database communicate over; `undefined`: this server is
   * alone. Also a replica of the database for reads that may be a few seconds stale.
   */
  redisUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  /**
   * The proxy's internal location of the uploads folder: the proxy then sends the bytes, and the
   * server only tells it which file.
   */
  mediaAccel: string | undefined;
  /** `undefined`: files are stored in `dataDir`. */
  s3: S3Settings | undefined;
  /** The URL of the OpenWeatherMap call, and its key; without a key no request is made. */
  weatherUrl: string;
  weatherKey: string | undefined;
  /**
   * The video encoder, as a path or as a name to search for; `undefined`: none. Then the maximum
   * number of seconds to encode one video.
   */
  ffmpeg: string | undefined;
  /** Whether the server makes cards of pages of other sites. */
  linkCards: boolean;
  /**
   * Whether notifications are sent to members' devices, through the push services of their
   * browsers.
   */
  push: boolean;
  searchPath: string;
  encodingSeconds: number;
};
type Env = Record<string, string | undefined>;
const OPENWEATHERMAP = 'https://api.openweathermap.org/data/2.5/weather';

/** Invalid settings, each with a sentence for the person who set it. */
export class BadSettings extends Error {
  constructor(problems: string[]) {
    super(`Настройки не приняты:\n${problems.map((line) => `  · ${line}`).join('\n')}`);
  }
}

/** Reads a folder's .env into a record; the real environment overrides it. */
export function readEnvironment(folder: string): Env {
  const file = resolve(folder, '.env');
  const fromFile: Env = {};
  if (existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
      const match = /^\s*(?:export\s+)?([A-Z0-9_]+)\s*=\s*(.*?)\s*$/.exec(line);
      if (match) fromFile[match[1]!] = match[2]!.replace(/^(["'])(.*)\1$/, '$2');
    }
  }
  return { ...fromFile, ...process.env };
}

export type Settings = {
  problems: string[];
  text(name: string): string | undefined;
  whole(name: string, otherwise: number, min: number, max: number): number;
  url(name: string, schemes: string[], example: string): string | undefined;
};
/** Reads single settings; what is wrong with them is added to `problems`. */
function readSettings(env: Env): Settings {
  const problems: string[] = [];
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  return {
    problems,
    text,
    whole(name, otherwise, min, max) {
      const input = text(name);
      if (input === undefined) return otherwise;
      const value = Number(input);
      if (Number.isInteger(value) && value >= min && value <= max) return value;
      problems.push(`${name}: нужно целое число от ${min} до ${max}, а стоит «${input}».`);
      return otherwise;
    },
    url(name, schemes, example) {
      const input = text(name);
      if (input === undefined) return undefined;
      const scheme = URL.canParse(input) ? new URL(input).protocol.slice(0, -1) : '';
      if (!schemes.includes(scheme)) problems.push(`${name}: нужен адрес вида ${example}.`);
      return input;
    },
  };
}

/** Validates the settings; throws `BadSettings` that lists all problems at once. */
export function readConfig(env: Env): Config {
  const settings = readSettings(env);
  const { problems, text, whole, url } = settings;
  const access = readAccess(settings);
  const config: Config = {
    ...access,
    ...readPlaces(settings, access.port),
    passwordCost: PASSWORD_COST,
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    databaseUrl: url(
      'DATABASE_URL',
      ['postgres', 'postgresql'],
      'postgres://user:password@host:5432/respa',
    ),
    mailFrom: text('MAIL_FROM') ?? 'Респа <noreply@localhost>',
    ...readSpace(settings),
    metricsToken: text('METRICS_TOKEN'),
    serviceWorker: readSwitch(settings, 'SERVICE_WORKER'),
    secretKey: readSecretKey(settings),
    preparedStatements: text('DB_PREPARE') !== 'off',
    poolSize: whole('DB_POOL', 12, 2, 100),
    redisUrl: url('REDIS_URL', ['redis', 'rediss'], 'redis://:password@host:6379/0'),
    databaseReplicaUrl: url(
      'DATABASE_REPLICA_URL',
      ['postgres', 'postgresql'],
      'postgres://user:password@replica:5432/respa',
    ),
    logLevel: text('LOG_LEVEL') ?? 'info',
    weatherUrl: url('WEATHER_URL', ['http', 'https'], OPENWEATHERMAP) ?? OPENWEATHERMAP,
    weatherKey: text('WEATHER_KEY'),
    searchPath: env['PATH'] ?? '',
    ffmpeg: text('FFMPEG') === 'off' ? undefined : (text('FFMPEG') ?? 'ffmpeg'),
    linkCards: readSwitch(settings, 'LINK_CARDS'),
    push: readSwitch(settings, 'PUSH'),
    ...readVoiceSettings(settings),
    encodingSeconds: whole('ENCODING_SECONDS', 14_400, 1, 7 * DAY_SECONDS),
  };
  if (problems.length > 0) throw new BadSettings(problems);
  return config;
}

/** Reads what members may store, and what stays free. */
function readSpace({
  whole,
}: Settings): Pick<
  Config,
  'cloudQuota' | 'videoQuota' | 'chatQuota' | 'pictureQuota' | 'diskReserve'
> {
  const bytes = (name: string, gigabytes: number) =>
    whole(name, gigabytes * 1024 ** 3, 0, Number.MAX_SAFE_INTEGER);
  return {
    cloudQuota: bytes('CLOUD_QUOTA', 1),
    videoQuota: bytes('VIDEO_QUOTA', 50),
    chatQuota: bytes('CHAT_QUOTA', 10),
    pictureQuota: bytes('PICTURE_QUOTA', 5),
    diskReserve: bytes('DISK_RESERVE', 1),
  };
}

function readSwitch({ problems, text }: Settings, name: string): boolean {
  const word = text(name) ?? 'on';
  if (!['on', 'off'].includes(word)) problems.push(`${name}: on или off.`);
  return word !== 'off';
}

function readSecretKey({ problems, text }: Settings): string | undefined {
  const key = text('SECRET_KEY');
  if (key !== undefined && !/^[\da-f]{64}$/i.test(key))
    problems.push(
      'SECRET_KEY: нужно 64 шестнадцатеричных знака, например из openssl rand -hex 32.',
    );
  return key;
}

/** Reads where the server listens, who its admin is and how it sends mail. */
function readAccess({
  problems,
  text,
  whole,
  url,
}: Settings): Pick<Config, 'host' | 'port' | 'rateLimits' | 'adminEmail' | 'smtpUrl'> {
  const host = text('HOST') ?? '127.0.0.1';
  const port = whole('PORT', 3000, 0, 65_535);
  const rateLimits = text('RATE_LIMITS') !== 'off';
  if (!['127.0.0.1', 'localhost', '::1'].includes(host) && !rateLimits) {
    problems.push(
      'RATE_LIMITS=off разрешено только с HOST=127.0.0.1: без ограничений сервер нельзя открывать наружу.',
    );
  }
  const limitsWord = text('RATE_LIMITS');
  if (limitsWord !== undefined && !['on', 'off'].includes(limitsWord))
    problems.push('RATE_LIMITS: on или off.');
  const adminEmail = text('ADMIN_EMAIL')?.toLowerCase();
  if (adminEmail !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(adminEmail))
    problems.push('ADMIN_EMAIL: это не похоже на почту.');
  const smtpUrl = url('SMTP_URL', ['smtp', 'smtps'], 'smtp://user:password@host:587');
  return { host, port, rateLimits, adminEmail, smtpUrl };
}

/** Reads the address of the site, the proxy before it and the place of the files. */
function readPlaces(
  { problems, text, whole, url }: Settings,
  port: number,
): Pick<Config, 'trustProxy' | 'mediaAccel' | 'publicUrl' | 's3'> {
  const trustProxy = whole('TRUST_PROXY', 0, 0, 10);
  const mediaAccel = text('MEDIA_ACCEL');
  if (mediaAccel !== undefined && !/^\/(?!api\/|media\/)(?:[a-z0-9_-]+\/)+$/.test(mediaAccel))
    problems.push('MEDIA_ACCEL: нужен внутренний адрес прокси вида /stored/.');
  if (mediaAccel !== undefined && trustProxy === 0)
    problems.push('MEDIA_ACCEL: файлы отдаёт прокси, поэтому нужен и TRUST_PROXY=1.');
  const publicUrl = (
    url('PUBLIC_URL', ['http', 'https'], 'https://respa.example') ?? `http://localhost:${port}`
  ).replace(/\/+$/, '');
  const s3 = readS3(text, problems, publicUrl);
  if (s3 !== undefined && mediaAccel !== undefined)
    problems.push(
      'MEDIA_ACCEL: файлы лежат в S3, и nginx их не прочтёт. Уберите MEDIA_ACCEL или настройки S3_….',
    );
  return { trustProxy, mediaAccel, publicUrl, s3 };
}

const S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
/** Reads all five settings or none; reports which ones are wrong. */
function readS3(
  text: (name: string) => string | undefined,
  problems: string[],
  publicUrl: string,
): S3Settings | undefined {
  const reads = text('S3_READS');
  if (reads !== undefined && !['proxied', 'presigned'].includes(reads))
    problems.push('S3_READS: proxied или presigned.');
  const presigned = reads === 'presigned';
  const missing = S3.filter((name) => text(name) === undefined);
  if (missing.length > 0) {
    if (missing.length < S3.length)
      problems.push(`Для хранилища S3 нужны все его настройки, не хватает: ${missing.join(', ')}.`);
    else if (presigned) problems.push('S3_READS=presigned: хранилище S3 не задано.');
    return undefined;
  }
  const [input, bucket, region, accessKey, secretKey] = S3.map((name) => text(name)!) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const endpoint = URL.canParse(input) ? new URL(input) : undefined;
  if (
    endpoint === undefined ||
    !['http:', 'https:'].includes(endpoint.protocol) ||
    endpoint.href !== `${endpoint.origin}/`
  )
    problems.push('S3_ENDPOINT: нужен адрес вида https://s3.example.ru, без пути и пароля.');
  else if (presigned && publicUrl.startsWith('https:') && endpoint.protocol !== 'https:')
    problems.push(
      'S3_READS=presigned: сайт открыт по https, и S3_ENDPOINT нужен https, иначе браузеры не возьмут из него файлы.',
    );
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    problems.push(
      'S3_BUCKET: нужно имя от 3 до 63 знаков из строчных латинских букв, цифр, точек и дефисов.',
    );
  return { endpoint: endpoint?.origin ?? input, bucket, region, accessKey, secretKey, presigned };
}
