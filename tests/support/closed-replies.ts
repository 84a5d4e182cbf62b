import { Compile } from 'typebox/compile';
import type { RouteSpec } from '@respa/contract/route';

const validators = new WeakMap<object, ReturnType<typeof Compile>>();
/**
 * The schema lists everything that a reply may contain. A key outside of it is a leak, even if the
 * serialiser would drop it.
 */
export function assertClosed(route: RouteSpec, body: unknown): void {
  if (typeof route.reply === 'string') return;
  let validator = validators.get(route.reply);
  if (validator === undefined)
    validators.set(route.reply, (validator = Compile(close(route.reply) as never)));
  if (!validator.Check(body))
    throw new Error(
      `${route.method} ${route.path} answers outside its schema: ${JSON.stringify([...validator.Errors(body)].slice(0, 3))}`,
    );
}
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (schema === null || typeof schema !== 'object') return schema;
  const closed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) closed[key] = close(value);
  if ('properties' in schema) closed['additionalProperties'] = false;
  return closed;
}
