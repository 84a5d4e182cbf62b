import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../tests/support/driver.ts';
import { findTargets, isStream } from './sql-targets.mjs';

type Field = { type?: string; format?: string };
type Call = {
  parameters?: { in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Field> } }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
};
type Document = { paths: Record<string, Record<string, Call>> };
let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await startTestApp();
  document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as Document;
});
afterAll(() => app.stop());

test('every parameter of every call has one mark: in the path, in the query and in the body', () => {
  const targets = findTargets(document, app.url, crypto.randomUUID());
  const marks = Map.groupBy(targets, ({ key }) => key);
  const wrong: string[] = [];
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, call] of Object.entries(methods)) {
      const key = `${method.toUpperCase()} ${path}`;
      const fields = Object.values(
        Object.values(call.requestBody?.content ?? {})[0]?.schema.properties ?? {},
      );
      const wanted =
        (call.parameters ?? []).filter((one) => one.in !== 'header').length +
        fields.filter(
          ({ type, format }) => format !== 'binary' && type !== 'array' && type !== 'boolean',
        ).length;
      const marked = (marks.get(key) ?? []).reduce((sum, target) => sum + target.marks, 0);
      if (!isStream(call) && marked !== wanted) wrong.push(`${key}: ${marked} of ${wanted}`);
    }
  expect(wrong).toEqual([]);
  expect(targets.length).toBeGreaterThan(300);
});
