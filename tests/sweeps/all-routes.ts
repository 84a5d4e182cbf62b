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

/** Where the contract's paths begin on the server. */
export const ROUTE_PREFIX = '/api';
export const keyOf = (route: RouteSpec): string => `${route.method} ${route.path}`;
/** Every call that a module of the contract exports. */
export async function findAllRoutes(): Promise<RouteSpec[]> {
  const files = readdirSync(CONTRACT)
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, CONTRACT).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isRoute));
}
