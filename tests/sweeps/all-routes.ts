import { readdirSync } from 'node:fs';
import type { RouteSpec } from '@respa/contract/route';

const CONTRACT = new URL('../../packages/contract/src/', import.meta.url);
const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'access' in value &&
  'reply' in value;

/** The path prefix of the contract on the server. */
export const ROUTE_PREFIX = '/api';
export const keyOf = (route: RouteSpec): string => `${route.method} ${route.path}`;
/**
 * Returns all routes that the contract's modules export; one that a module exports again is the
 * same.
 */
export async function findAllRoutes(): Promise<RouteSpec[]> {
  const files = readdirSync(CONTRACT)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort();
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, CONTRACT).href) as Promise<Record<string, unknown>>),
  );
  return [...new Set(modules.flatMap((module) => Object.values(module).filter(isRoute)))];
}
