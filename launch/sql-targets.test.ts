import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../tests/support/driver.ts';
import { findTargets, isStream, mainType } from './sql-targets.mjs';

type Field = { type?: string | string[]; format?: string; properties?: Record<string, Field> };
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

const NO_TEXT: unknown[] = ['array', 'boolean'];
const countFields = (properties: Record<string, Field> = {}): number =>
  Object.values(properties).reduce((sum, { type, format, properties: inner }) => {
    if (inner !== undefined) return sum + countFields(inner);
    return sum + Number(format !== 'binary' && !NO_TEXT.includes(mainType(type)));
  }, 0);

test('every parameter of every call has one mark: in the path, in the query and in the body', () => {
  const targets = findTargets(document, app.url, crypto.randomUUID());
  const marks = Map.groupBy(targets, ({ key }) => key);
  const wrong: string[] = [];
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, call] of Object.entries(methods)) {
      const key = `${method.toUpperCase()} ${path}`;
      const body = Object.values(call.requestBody?.content ?? {})[0]?.schema;
      const wanted =
        (call.parameters ?? []).filter((one) => one.in !== 'header').length +
        countFields(body?.properties);
      const marked = (marks.get(key) ?? []).reduce((sum, target) => sum + target.marks, 0);
      if (!isStream(call) && marked !== wanted) wrong.push(`${key}: ${marked} of ${wanted}`);
    }
  expect(wrong).toEqual([]);
  expect(targets.length).toBeGreaterThan(300);
});
