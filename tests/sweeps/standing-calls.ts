import type { RouteSpec } from '@respa/contract/route';
import type { AccessRow, Things } from './access-row.ts';
import { ACCESS_ROWS } from './access-rows.ts';
import type { Standing } from './standings.ts';

type Expected = number | 'reads' | 'acts' | 'after';
/** A call as somebody who stands so makes it, and what they get. */
export type StandingCall = { name: string; key: string; route: RouteSpec; expected: Expected };

/** Which of the owner's things a call is about. */
function thingsOf(row: AccessRow): Set<string> {
  const seen = new Set<string>();
  const spy = new Proxy(
    {},
    { get: (_things, name) => seen.add(String(name)) && String(name) },
  ) as Things;
  for (const part of [row.params, row.query, row.body]) part?.(spy);
  return seen;
}
function expectedOf(standing: Standing, key: string, route: RouteSpec): Expected {
  if (route.access === 'admin' && standing.isAdmin !== true) return 403;
  if (standing.reads?.includes(key) === true) return 'reads';
  if (standing.acts?.includes(key) === true) return 'acts';
  if (standing.after?.[key] !== undefined) return 'after';
  return standing.refused?.[key] ?? standing.otherwise ?? (ACCESS_ROWS[key]!.stranger as Expected);
}
/** All calls near the things of each standing; near the admin are the admin's own too. */
export function callsOf(
  standings: Record<string, Standing>,
  routes: ReadonlyMap<string, RouteSpec>,
): StandingCall[] {
  return Object.entries(standings).flatMap(([name, standing]) =>
    [...routes]
      .filter(([key, route]) => {
        const about = thingsOf(ACCESS_ROWS[key]!);
        return (
          ACCESS_ROWS[key]!.stranger !== 'own' &&
          (standing.near.some((thing) => about.has(thing)) ||
            (standing.isAdmin === true && route.access === 'admin'))
        );
      })
      .map(([key, route]) => ({ name, key, route, expected: expectedOf(standing, key, route) })),
  );
}
/** What a standing says of calls that there are not, or not near its things. */
export function idleWords(
  standings: Record<string, Standing>,
  calls: readonly StandingCall[],
): string[] {
  return Object.entries(standings).flatMap(([name, standing]) => {
    const near = new Set(calls.filter((one) => one.name === name).map(({ key }) => key));
    return [
      ...(standing.reads ?? []),
      ...(standing.acts ?? []),
      ...Object.keys(standing.refused ?? {}),
      ...Object.keys(standing.after ?? {}),
    ]
      .filter((key) => !near.has(key))
      .map((key) => `${name}: ${key}`);
  });
}
