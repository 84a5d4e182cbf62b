// Compares platform/database/tables.gen.ts with a freshly migrated database; with --write
// regenerates it. Run by `npm run check`.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/database/db.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts';
import { generateTables } from '#platform/database/generate-tables.ts';
import { makeLog } from '#platform/runtime/log.ts';
import { migrate } from '#platform/database/migrate.ts';

const file = new URL('../platform/database/tables.gen.ts', import.meta.url);
const dataDir = await mkdtemp(join(tmpdir(), 'respa-tables-'));
try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const database = openDatabase(
    postgres.url,
    { poolSize: 2, preparedStatements: false },
    makeLog('fatal'),
  );
  await migrate(postgres.url);
  const wanted = await generateTables(database.db);
  await database.close();
  await postgres.stop();
  if (process.argv.includes('--write')) await writeFile(file, wanted);
  else if ((await readFile(file, 'utf8')) !== wanted) {
    process.stdout.write(
      'platform/database/tables.gen.ts отстал от миграций: npm run check -- --write\n',
    );
    process.exitCode = 1;
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
