import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clearAccounts, clearVisits, countAccounts, DEMO_DOMAIN } from '#features/account/seed.ts';
import { clearGames } from '#features/catalogue/seed.ts';
import { clearMessages } from '#features/chats/seed.ts';
import { clearEvents } from '#features/events/seed.ts';
import { clearAds } from '#features/classifieds/seed.ts';
import { clearMedia } from '#features/media/seed.ts';
import { clearPromos } from '#features/promos/seed.ts';
import { clearTotals } from '#features/videohost/seed.ts';
import { now, stopwatch } from '#platform/runtime/clock.ts';
import { BadSettings, readConfig, readEnvironment } from '#platform/runtime/config.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { print } from '#platform/runtime/log.ts';
import { DEMO_PASSWORD, fillMembers } from './members.ts';
import { GAMERS } from './gamers.ts';
import { createDemoPromos } from './promos.ts';
import { playStory } from './story.ts';
import { startServer } from '../server.ts';

const MAX_MEMBERS = 100_000;
const MAX_MESSAGES = 10_000_000;
const MESSAGES_EACH = 20;
const siteDir = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/** A rejection that is reported by its sentence alone. */
export class DemoRefused extends Error {}

/**
 * Seeds an empty database with members and the stories of the six. Throws `DemoRefused` if there
 * are people already.
 */
export async function fillDemo(
  context: AppContext,
  options: { members: number; messages?: number; day?: Date; mayGoOn?: () => void },
): Promise<void> {
  const { all, demo } = await countAccounts(context.db);
  if (all > demo)
    throw new DemoRefused(
      'В этой базе уже есть люди: демонстрация заполняет только пустую. Задайте другую папку: DATA_DIR=../respa-demo npm run demo',
    );
  if (all > 0) {
    context.print('Здесь только прежняя демонстрация: убираю её и заполняю заново.');
    await clearAds(context.db);
    await clearPromos(context.db);
    await clearAccounts(context.db);
    await clearMessages(context.db);
    await clearMedia(context.db);
    await clearGames(context.db);
    await clearTotals(context.db);
    await clearEvents(context.db);
    await clearVisits(context.db);
  }
  const mayGoOn = options.mayGoOn ?? (() => {});
  const day = options.day ?? new Date(now().toISOString().slice(0, 10));
  const members = await fillMembers(context, {
    members: options.members,
    messages: options.messages ?? options.members * MESSAGES_EACH,
    day,
    mayGoOn,
  });
  const passed = stopwatch();
  await playStory(context, members, day, mayGoOn);
  await createDemoPromos(context, members, day);
  context.print(`Истории шестерых: готово (${(passed() / 1000).toFixed(1).replace('.', ',')} с)`);
}

function readCount(input: string | undefined, name: string, max: number): number | undefined {
  if (input === undefined) return undefined;
  const count = Number(input);
  if (!Number.isInteger(count) || count < 0 || count > max)
    throw new DemoRefused(`--${name}: нужно целое число от 0 до ${max.toLocaleString('ru-RU')}.`);
  return count;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { members: { type: 'string' }, messages: { type: 'string' } },
  });
  const members = readCount(values.members, 'members', MAX_MEMBERS) ?? 50;
  const messages = readCount(values.messages, 'messages', MAX_MESSAGES);
  const config = {
    ...readConfig(readEnvironment(process.cwd())),
    host: '127.0.0.1',
    port: 0,
    rateLimits: false,
  };
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true));
  const mayGoOn = () => {
    if (isStopped)
      throw new DemoRefused(
        'Остановлено на полпути. Запустите ещё раз: заполнение начнётся заново.',
      );
  };

  const total = stopwatch();
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: print, lockWaitMs: 0 })
      : null;
  try {
    const server = await startServer(config, config.databaseUrl ?? embedded!.url, {
      print,
      siteDir,
    });
    try {
      await fillDemo(server.context, {
        members,
        mayGoOn,
        ...(messages === undefined ? {} : { messages }),
      });
    } finally {
      await server.stop();
    }
  } finally {
    await embedded?.stop();
  }
  print(
    `Готово за ${(total() / 1000).toFixed(1).replace('.', ',')} с. Войти можно так (пароль у всех один: ${DEMO_PASSWORD}):`,
  );
  for (const { name, surname, city, login } of GAMERS)
    print(`  ${`${name} ${surname}, ${city}`.padEnd(34)} ${login}@${DEMO_DOMAIN}`);
  print(
    members > 0
      ? `Остальные участники: m1@${DEMO_DOMAIN} … m${members}@${DEMO_DOMAIN}. Теперь запустите сайт: npm start`
      : 'Теперь запустите сайт: npm start',
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().then(
    () => process.exit(0),
    (error: Error) => {
      const isPlain = error instanceof DemoRefused || error instanceof BadSettings;
      print(isPlain ? error.message : `Не удалось заполнить: ${error.message}`);
      process.exit(1);
    },
  );
}
