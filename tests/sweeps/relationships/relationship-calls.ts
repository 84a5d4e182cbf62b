import type { RouteSpec } from '@respa/contract/route';
import type { AccessRow, Things } from '../access-row.ts';
import { ACCESS_ROWS } from '../access-rows.ts';
import type { Relationship } from './relationships.ts';

type Expected = number | 'reads' | 'acts' | 'after';
/** A call by a user with a relationship, and the expected answer. */
export type RelationshipCall = { name: string; key: string; route: RouteSpec; expected: Expected };

/** Returns which of the owner's objects a call is about. */
function thingsOf(row: AccessRow): Set<string> {
  const seen = new Set<string>();
  const spy = new Proxy(
    {},
    { get: (_things, name) => seen.add(String(name)) && String(name) },
  ) as Things;
  for (const part of [row.params, row.query, row.body]) part?.(spy);
  return seen;
}
function expectedOf(relationship: Relationship, key: string, route: RouteSpec): Expected {
  if (route.access === 'admin' && relationship.isAdmin !== true) return 403;
  if (relationship.reads?.includes(key) === true) return 'reads';
  if (relationship.acts?.includes(key) === true) return 'acts';
  if (relationship.after?.[key] !== undefined) return 'after';
  return (
    relationship.refused?.[key] ??
    relationship.otherwise ??
    (ACCESS_ROWS[key]!.stranger as Expected)
  );
}
/**
 * Returns all calls about the objects of each relationship; for the admin also the admin's own
 * calls.
 */
export function callsOf(
  relationships: Record<string, Relationship>,
  routes: ReadonlyMap<string, RouteSpec>,
): RelationshipCall[] {
  return Object.entries(relationships).flatMap(([name, relationship]) =>
    [...routes]
      .filter(([key, route]) => {
        const about = thingsOf(ACCESS_ROWS[key]!);
        return (
          ACCESS_ROWS[key]!.stranger !== 'own' &&
          (relationship.near.some((thing) => about.has(thing)) ||
            (relationship.isAdmin === true && route.access === 'admin'))
        );
      })
      .map(([key, route]) => ({
        name,
        key,
        route,
        expected: expectedOf(relationship, key, route),
      })),
  );
}
/**
 * Returns the entries of relationships that name calls that do not exist, or are not about their
 * objects.
 */
export function unusedEntries(
  relationships: Record<string, Relationship>,
  calls: readonly RelationshipCall[],
): string[] {
  return Object.entries(relationships).flatMap(([name, relationship]) => {
    const near = new Set(calls.filter((one) => one.name === name).map(({ key }) => key));
    return [
      ...(relationship.reads ?? []),
      ...(relationship.acts ?? []),
      ...Object.keys(relationship.refused ?? {}),
      ...Object.keys(relationship.after ?? {}),
    ]
      .filter((key) => !near.has(key))
      .map((key) => `${name}: ${key}`);
  });
}
