import { expect, test } from 'vitest';
import { findAllRoutes, keyOf } from '../all-routes.ts';
import { sweepInputs } from './inputs.ts';
import { unknownOf } from '../near-inputs.ts';

test('every parameter that names an object has a known one', async () => {
  const routes = await findAllRoutes();
  expect(routes.flatMap(unknownOf)).toEqual([]);
  const [first] = routes.filter(({ params }) => params !== undefined);
  expect(
    unknownOf({
      ...first!,
      params: {
        ...first!.params!,
        properties: { ...first!.params!.properties, newId: {} },
      } as never,
    }),
  ).toEqual([`${keyOf(first!)} newId`]);
});

await sweepInputs(1);
