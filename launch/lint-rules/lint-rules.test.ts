import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = dirname(dirname(import.meta.dirname));

type Diagnostic = { code: string; filename: string };
type Case = { file: string; code: string; rule?: string };

const FORBIDDEN: Case[] = [
  {
    file: 'packages/server/src/platform/upward.ts',
    code: `import '#features/account/service.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/account/to-app.ts',
    code: `export * from '#app/server.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/people/neighbour.ts',
    code: `import '#features/reactions/service.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/people/higher-shelf.ts',
    code: `await import('#features/wall/service.ts');`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/wall/past-the-door.ts',
    code: `import '#features/people/queries.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/wall/by-path.ts',
    code: `import '../people/queries.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/wall/only-a-type.ts',
    code: `export type A = import('#features/people/present.ts').A;`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/app/deep.ts',
    code: `import '#features/people/queries.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/homeless/service.ts',
    code: `export const a = 1;`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/account/to-web.ts',
    code: `import '../../../../web/src/lib/call.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/account/to-tests.ts',
    code: `import '#tests/support/driver.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/account/past-the-name.ts',
    code: `import '../../../../contract/src/route.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/server/src/features/account/web.test.ts',
    code: `import '../../../../web/src/lib/call.ts';`,
    rule: 'layers(imports)',
  },
  { file: 'packages/contract/src/eager.ts', code: `import 'fastify';`, rule: 'layers(imports)' },
  {
    file: 'packages/contract/src/upward.ts',
    code: `import '@respa/server/main';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/web/src/features/wall/door-of-server.ts',
    code: `import '#features/people/service.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/web/src/features/wall/to-server.ts',
    code: `import '@respa/server/main';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/web/src/ui/curious.ts',
    code: `import '#features/people/parts.ts';`,
    rule: 'layers(imports)',
  },
  {
    file: 'packages/web/src/ui/online.ts',
    code: `import '#lib/network/call.ts';`,
    rule: 'layers(imports)',
  },
  { file: 'packages/web/src/lib/on-disk.ts', code: `import 'node:fs';`, rule: 'layers(imports)' },
  {
    file: 'packages/server/src/platform/private-name.ts',
    code: `export const makeHouse = () => 1;`,
    rule: 'layers(vocabulary)',
  },
  {
    file: 'packages/server/src/platform/private-comment.ts',
    code: `/** Tells whoever asks. */\nexport const a = 1;`,
    rule: 'layers(vocabulary)',
  },
  {
    file: 'packages/web/src/features/wall/refetch.ts',
    code: `export const options = { queryKey: ['posts', 'drafts'] };`,
    rule: 'layers(query-keys)',
  },
  {
    file: 'packages/web/src/features/wall/keys.ts',
    code: `export const oneKey = (id: string) => ['posts', id] as const;`,
    rule: 'layers(query-keys)',
  },
  {
    file: 'packages/server/src/platform/utils.ts',
    code: `export const a = 1;`,
    rule: 'layers(names)',
  },
  {
    file: 'packages/server/src/platform/index.ts',
    code: `export const a = 1;`,
    rule: 'layers(names)',
  },
  {
    file: 'packages/server/src/platform/camelCase.ts',
    code: `export const a = 1;`,
    rule: 'layers(names)',
  },
  {
    file: 'packages/web/src/features/profile/profile-banner.ts',
    code: `export const a = 1;`,
    rule: 'layers(names)',
  },
  {
    file: 'packages/server/src/platform/settings.ts',
    code: `export const home = process.env['HOME'];`,
    rule: 'layers(environment)',
  },
  {
    file: 'packages/server/src/platform/ticks.ts',
    code: `export const at = Date.now();`,
    rule: 'layers(clock)',
  },
  {
    file: 'packages/server/src/platform/dates.ts',
    code: `export const at = new Date();`,
    rule: 'layers(clock)',
  },
  {
    file: 'packages/server/src/features/weather/outside.ts',
    code: `export const page = fetch('/');`,
    rule: 'layers(network)',
  },
  {
    file: 'packages/server/src/features/wall/by-name.ts',
    code: `import { sql } from 'kysely'; export const by = (name: string) => sql.raw(\`select \${name}\`);`,
    rule: 'layers(sql)',
  },
  {
    file: 'packages/server/src/features/wall/by-sum.ts',
    code: `import { sql } from 'kysely'; export const by = (name: string) => { const text = 'select ' + name; return sql.raw(text); };`,
    rule: 'layers(sql)',
  },
  {
    file: 'packages/server/src/features/wall/by-list.ts',
    code: `import { sql } from 'kysely'; export const by = (names: string[]) => sql.raw(names.map((name) => name).join(', '));`,
    rule: 'layers(sql)',
  },
  {
    file: 'packages/server/src/features/wall/by-shadow.ts',
    code: `import { sql } from 'kysely'; const keys = 'id'; export const all = keys; export const by = ({ keys }: { keys: string }) => sql.raw(keys);`,
    rule: 'layers(sql)',
  },
  {
    file: 'packages/server/src/features/wall/by-statement.ts',
    code: `declare const statement: (text: string) => unknown; export const by = (name: string) => statement(\`select \${name}\`);`,
    rule: 'layers(sql)',
  },
  {
    file: 'packages/server/src/features/wall/by-client.ts',
    code: `export const by = (client: { query(text: string): unknown }, id: string) => client.query(\`select \${id}\`);`,
    rule: 'layers(sql)',
  },
  {
    file: 'packages/server/src/platform/ring-one.ts',
    code: `import { b } from '#platform/ring-two.ts'; export const a = () => b();`,
    rule: 'import(no-cycle)',
  },
  {
    file: 'packages/server/src/platform/ring-two.ts',
    code: `import { a } from './ring-one.ts'; export const b = () => a();`,
    rule: 'import(no-cycle)',
  },
];

const ALLOWED: Case[] = [
  {
    file: 'packages/server/src/platform/background.ts',
    code: `/** The background of a room. */\nexport const background = 'household';`,
  },
  {
    file: 'packages/web/src/features/wall/drafts-api.ts',
    code: `export const draftsKey = ['posts', 'drafts'] as const;`,
  },
  {
    file: 'packages/server/src/platform/runtime/config.ts',
    code: `export const home = process.env['HOME'];`,
  },
  {
    file: 'packages/server/src/platform/runtime/clock.ts',
    code: `export const at = [Date.now(), new Date()];`,
  },
  {
    file: 'packages/server/src/features/weather/openweathermap.ts',
    code: `export const page = fetch('/');`,
  },
  { file: 'packages/server/src/platform/past.ts', code: `export const at = new Date(0);` },
  {
    file: 'packages/server/src/features/wall/service.ts',
    code: `import '#features/people/service.ts'; import './queries.ts'; import '#platform/past.ts'; import '@respa/contract/route';`,
  },
  {
    file: 'packages/server/src/features/wall/wall.test.ts',
    code: `import '#tests/support/driver.ts'; import '#app/server.ts'; export const at = Date.now();`,
  },
  {
    file: 'packages/server/src/features/wall/orders.ts',
    code: `import { sql } from 'kysely'; const ORDERS = { new: ['id'], best: ['likes', 'id'] }; export const by = (sort: 'new' | 'best', isUp: boolean) => { const keys = ORDERS[sort]; return [sql.raw(keys.map((key) => \`\${key} desc\`).join(', ')), sql.raw(isUp ? '>' : '<')]; };`,
  },
  {
    file: 'packages/server/src/main.ts',
    code: `import './app/server.ts'; import '#features/people/queries.ts';`,
  },
  {
    file: 'packages/contract/src/wall.ts',
    code: `import 'typebox'; import 'typebox/compile'; import './route.ts';`,
  },
  {
    file: 'packages/web/src/features/wall/wall-page.ts',
    code: `import '#features/people/parts.ts'; import '#ui/button.ts'; import '#lib/network/call.ts'; export const at = new Date();`,
  },
  { file: 'packages/web/src/ui/button.ts', code: `import '#lib/text/format.ts'; import 'react';` },
  {
    file: 'tests/http/everything.test.ts',
    code: `import '../../packages/server/src/app/server.ts';`,
  },
];

let tree: string;
let seen: Map<string, Diagnostic[]>;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'respa-layers-'));
  const config = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  write(
    '.oxlintrc.json',
    JSON.stringify({
      ...config,
      jsPlugins: [join(ROOT, 'launch/lint-rules/plugin.mjs')],
      options: {},
    }),
  );
  write(
    'packages/server/package.json',
    readFileSync(join(ROOT, 'packages/server/package.json'), 'utf8'),
  );
  for (const { file, code } of [...FORBIDDEN, ...ALLOWED]) write(file, `${code}\n`);
  const { stdout } = oxlint(tree, '--format=json');
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  seen = Map.groupBy(diagnostics, ({ filename }) => filename);
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test.each(FORBIDDEN)('$rule reports $file', ({ file, rule }) => {
  expect(codesOf(file)).toEqual([rule]);
});

test.each(ALLOWED)('accepts $file', ({ file }) => {
  expect(codesOf(file).filter((code) => /^(?:layers|import)/.test(code))).toEqual([]);
});

test('oxlint reads every source file of the project', () => {
  const listed = oxlint(ROOT, '--debug=files').stdout.split('\n').filter(Boolean);
  const ours = globSync('{packages/*/src,tests,launch,bench}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
  }).filter((path) => !path.includes('.gen.'));
  expect(ours.length).toBeGreaterThan(20);
  expect(ours.filter((path) => !listed.includes(path))).toEqual([]);
});

function codesOf(file: string): string[] {
  return (seen.get(file) ?? []).map(({ code }) => code);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text);
}

function oxlint(cwd: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'node_modules/oxlint/bin/oxlint'), ...args], {
    cwd,
    encoding: 'utf8',
  });
}
