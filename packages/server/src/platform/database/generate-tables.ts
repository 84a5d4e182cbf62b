import { sql } from 'kysely';
import type { Db } from './db.ts';

const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  bytea: 'Buffer',
  bool: 'boolean',
  int4: 'number',
  int2: 'number',
  int8: 'number',
  float8: 'number',
  timestamptz: 'Date',
  date: 'string',
  jsonb: 'unknown',
  json: 'unknown',
  _uuid: 'string[]',
  _text: 'string[]',
};

/**
 * Returns the TypeScript for the tables of a migrated database, as stored in
 * `platform/tables.gen.ts`.
 */
export async function generateTables(db: Db): Promise<string> {
  const { rows } = await sql<{
    table: string;
    column: string;
    type: string;
    nullable: boolean;
    given: boolean;
    generated: boolean;
  }>`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as given,
      a.attgenerated <> '' or a.attidentity = 'a' as generated
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely_%'
    order by c.relname, a.attnum
  `.execute(db);
  const tables = Map.groupBy(rows, (row) => row.table);
  const camel = (name: string) =>
    name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const lines = [
    '// Generated from the migrated database by `npm run check -- --write`; do not edit.',
    "import type { ColumnType, Generated } from 'kysely';",
    '',
  ];
  for (const [table, columns] of tables) {
    lines.push(`export type ${camel(table)} = {`);
    for (const { column, type, nullable, given: input, generated } of columns) {
      const base = `${TYPES[type] ?? 'unknown'}${nullable ? ' | null' : ''}`;
      lines.push(
        `  ${column}: ${generated ? `ColumnType<${base}, never, never>` : input ? `Generated<${base}>` : base};`,
      );
    }
    lines.push('};');
  }
  lines.push(
    '',
    'export type Tables = {',
    ...[...tables.keys()].map((table) => `  ${table}: ${camel(table)};`),
    '};',
    '',
  );
  return lines.join('\n');
}
