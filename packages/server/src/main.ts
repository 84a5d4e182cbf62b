import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Server } from './app/server.ts';
import { BadSettings, readConfig, readEnvironment } from '#platform/runtime/config.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts';
import { stopwatch } from '#platform/runtime/clock.ts';
import { print } from '#platform/runtime/log.ts';
import { isVoiceUnreachable } from '#platform/voice/settings.ts';

const siteDir = fileURLToPath(new URL('../../web/dist', import.meta.url));

async function main(): Promise<void> {
  const config = readConfig(readEnvironment(process.cwd()));
  const total = stopwatch();
  const lap = () => `${(total() / 1000).toFixed(1)} с`;
  // The database starts while the program is loaded.
  const [embedded, { startServer }] = await Promise.all([
    config.databaseUrl === undefined
      ? startEmbeddedPostgres({ dataDir: config.dataDir, log: print })
      : null,
    import('./app/server.ts'),
  ]);
  print(
    embedded === null
      ? 'База данных: внешняя, по DATABASE_URL'
      : `База данных работает в ${config.dataDir} (${lap()})`,
  );

  let server: Server;
  try {
    server = await startServer(config, config.databaseUrl ?? embedded!.url, { print, siteDir });
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  if (!existsSync(siteDir))
    print('Сайт не собран: отвечает только API. Соберите его командой npm start.');
  if (config.adminEmail === undefined) print('ADMIN_EMAIL не задан: кабинета администратора нет.');
  if (isVoiceUnreachable(config.publicUrl, config))
    print(
      'VOICE_ADDRESS не задан: прямо с голосовыми комнатами соединяются только браузеры этой машины, остальные говорят через сайт, с задержкой.',
    );
  print(
    `Респа открыта: ${config.host === '127.0.0.1' ? `http://localhost:${server.port}` : server.url} (${lap()})`,
  );

  let sinceAsked: (() => number) | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (sinceAsked !== undefined) {
      // One stop request may arrive several times at once: from the process group, from npm and
      // from the launcher.
      if (sinceAsked() > 1000) process.exit(1);
      return;
    }
    sinceAsked = stopwatch();
    print(`Останавливаюсь (${signal})…`);
    server
      .stop()
      .then(() => embedded?.stop())
      .then(
        () => {
          print('Остановлено.');
          process.exit(0);
        },
        (error: Error) => {
          print(`Остановлено с ошибкой: ${error.message}`);
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

// A promise that a library forgot must not take down the server.
process.on('unhandledRejection', (error) =>
  print(`Ошибка вне запросов: ${error instanceof Error ? error.message : String(error)}`),
);

// The reader of our output may close: the server keeps running.
process.stdout.on('error', () => {});

main().catch((error: Error) => {
  print(
    error instanceof BadSettings
      ? error.message
      : `Не удалось запустить: ${(error as { code?: string }).code === 'EADDRINUSE' ? 'порт занят другой программой, задайте PORT.' : error.message}`,
  );
  process.exit(1);
});
