import { fileURLToPath } from 'node:url';
import { ERROR_CATALOGUE } from '@respa/contract/app-errors';
import { RATE_LIMITS } from '@respa/contract/rate-limits';
import type { RouteSpec } from '@respa/contract/route';
import type { Things } from './access-row.ts';
import { ACCESS_ROWS } from './access-rows.ts';
import { findAllRoutes, keyOf, ROUTE_PREFIX } from './all-routes.ts';
import { findMountedCalls, rawAmong } from './mounted-calls.ts';
import { RAW_ROWS } from './raw-rows.ts';

const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!).sort();
/** Stands for the objects of a row; each value is its own name. */
const NO_THINGS = new Proxy({}, { get: (_things, name) => String(name) }) as Things;

/** Returns the problems of the access rows and their calls, one sentence each; needs no server. */
export function checkAccessRows(routes: readonly RouteSpec[]): string[] {
  const problems: string[] = [];
  const keys = routes.map(keyOf);
  for (const key of new Set(keys.filter((one, index) => keys.indexOf(one) !== index)))
    problems.push(`${key} is declared twice`);
  for (const key of keys)
    if (!Object.hasOwn(ACCESS_ROWS, key))
      problems.push(`${key} has no row in tests/sweeps/rows: say what a stranger gets`);
  for (const key of Object.keys(ACCESS_ROWS))
    if (!keys.includes(key)) problems.push(`the row ${key} has no call`);
  for (const route of routes) {
    const key = keyOf(route);
    const input = Object.keys(ACCESS_ROWS[key]?.params?.(NO_THINGS) ?? {}).sort();
    const declared = Object.keys(route.params?.properties ?? {}).sort();
    if (String(declared) !== String(namesIn(route.path)))
      problems.push(`${key} declares the parameters ${String(declared)}`);
    if (ACCESS_ROWS[key] !== undefined && String(input) !== String(declared))
      problems.push(`the row ${key} gives the parameters ${String(input)}`);
    if (route.writes === true && route.method !== 'GET')
      problems.push(`${key}: only a GET is marked as writing`);
    if (route.body !== undefined && route.form !== undefined)
      problems.push(`${key} has a body and a form`);
    if (Object.keys(route.form?.files ?? {}).length > 0 && route.limit === undefined)
      problems.push(`${key} takes files and has no limit`);
    for (const code of route.errors ?? [])
      if (!Object.hasOwn(ERROR_CATALOGUE, code))
        problems.push(`${key} refuses with the unknown ${code}`);
    if (route.limit !== undefined && !Object.hasOwn(RATE_LIMITS, route.limit))
      problems.push(`${key} has the unknown limit ${route.limit}`);
  }
  return problems;
}

/**
 * Returns the differences between the routes that the server mounts, as reported by Fastify, and
 * the calls with rows: those of the contract and the raw ones.
 */
export function checkMounted(mounted: readonly string[], routes: readonly RouteSpec[]): string[] {
  const contract = routes.map(keyOf);
  const raw = rawAmong(mounted, contract);
  return [
    ...raw
      .filter((key) => !Object.hasOwn(RAW_ROWS, key))
      .map(
        (key) =>
          `${key} is mounted and has no row: declare it in the contract, or say in tests/sweeps/raw-rows.ts who may`,
      ),
    ...Object.keys(RAW_ROWS)
      .filter((key) => !raw.includes(key))
      .map((key) => `the raw row ${key} has no call`),
    ...contract
      .filter((key) => !mounted.includes(key.replace(' ', ` ${ROUTE_PREFIX}`)))
      .map((key) => `${key} is not mounted`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [routes, mounted] = await Promise.all([findAllRoutes(), findMountedCalls()]);
  const problems = [...checkAccessRows(routes), ...checkMounted(mounted, routes)];
  console.log(
    problems.length === 0 ? `${mounted.length} calls, a row for each` : problems.join('\n'),
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
