import type { FastifyInstance } from 'fastify';
import { ERROR_CATALOGUE } from '@respa/contract/app-errors';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '@respa/contract/idempotency';
import type { RouteSpec } from '@respa/contract/route';

const ACCESS: Record<RouteSpec['access'], string> = {
  visitor: 'всем',
  reader: 'всем, с токеном видно больше',
  account: 'вошедшим',
  member: 'участникам с активным профилем',
  admin: 'администратору',
};

/** How the files of any form may be refused, beside the errors of the call. */
const RECEIVING = ['too_slow', 'too_many_uploads', 'no_space', 'storage_full'] as const;

const typeOf = (reply: string) =>
  reply === 'stream' ? 'text/event-stream' : 'application/octet-stream';

/** Builds the OpenAPI 3.1 document of the mounted calls. */
export function makeOpenApi(routes: RouteSpec[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    const parameters = [
      ...Object.entries(route.params?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'path',
        required: true,
        schema,
      })),
      ...Object.entries(route.query?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        schema,
      })),
      ...(route.creates === true
        ? [{ name: IDEMPOTENCY_HEADER, in: 'header', schema: { pattern: IDEMPOTENCY_KEY.source } }]
        : []),
    ];
    const multipart = route.form && {
      type: 'object',
      properties: {
        ...route.form.fields.properties,
        ...Object.fromEntries(
          Object.entries(route.form.files).map(([slot, { count }]) => [
            count > 1 ? `${slot}0…${slot}${count - 1}` : slot,
            { type: 'string', format: 'binary' },
          ]),
        ),
      },
    };
    (paths[path] ??= {})[route.method.toLowerCase()] = {
      summary: route.summary,
      'x-access': route.access,
      ...(route.access === 'visitor' ? {} : { security: [{ bearer: [] }] }),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(route.body
        ? { requestBody: { content: { 'application/json': { schema: route.body } } } }
        : {}),
      ...(multipart
        ? { requestBody: { content: { 'multipart/form-data': { schema: multipart } } } }
        : {}),
      responses: {
        200: {
          description: 'OK',
          content:
            typeof route.reply === 'string'
              ? { [typeOf(route.reply)]: {} }
              : { 'application/json': { schema: route.reply } },
        },
        ...Object.fromEntries(
          [...(route.form === undefined ? [] : RECEIVING), ...(route.errors ?? [])].map((code) => [
            ERROR_CATALOGUE[code].status,
            { description: ERROR_CATALOGUE[code].text },
          ]),
        ),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Респа', version: '1' },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const schemaText = (schema: unknown) =>
  escape(
    JSON.stringify(
      schema,
      (key, value: unknown) => (key === 'errorTexts' || key.startsWith('~') ? undefined : value),
      2,
    ),
  );

/** Builds a page for people: every call with its access, input, reply and errors. */
function makePage(routes: RouteSpec[]): string {
  const rows = [...routes]
    .sort((a, b) => a.path.localeCompare(b.path))
    .map(
      (
        route,
      ) => `<details><summary><code><b>${route.method}</b> /api${escape(route.path)}</code> — ${escape(route.summary)}</summary>
<p>Доступно ${ACCESS[route.access]}.${route.writes ? ' Меняет состояние.' : ''}${route.creates ? ` Заголовок <code>${IDEMPOTENCY_HEADER}</code>: повтор с тем же ключом ничего не создаст.` : ''}${route.limit ? ` Ограничение: ${route.limit}.` : ''}</p>
${(
  [
    ['Путь', route.params],
    ['Запрос', route.query],
    ['Тело', route.body],
    ['Форма', route.form],
  ] as const
)
  .map(([name, schema]) =>
    schema === undefined ? '' : `<h4>${name}</h4><pre>${schemaText(schema)}</pre>`,
  )
  .join('')}
<h4>Ответ</h4><pre>${typeof route.reply === 'string' ? typeOf(route.reply) : schemaText(route.reply)}</pre>
${route.errors?.length ? `<h4>Отказы</h4><ul>${route.errors.map((code) => `<li><code>${ERROR_CATALOGUE[code].status} ${code}</code> ${escape(ERROR_CATALOGUE[code].text)}</li>`).join('')}</ul>` : ''}</details>`,
    );
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><title>API Респы</title><meta name="viewport" content="width=device-width"><body><h1>API Респы</h1><p><a href="/api/openapi.json">openapi.json</a>. Токен: <code>Authorization: Bearer …</code>. Отказ: <code>{error, code, fields?}</code>.</p>${rows.join('\n')}</body></html>`;
}

export function mountReference(http: FastifyInstance, routes: RouteSpec[]): void {
  let page = '';
  let document = '';
  http.get('/api/openapi.json', { exposeHeadRoute: false }, (_, reply) => {
    document ||= JSON.stringify(makeOpenApi(routes));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  http.get('/api/docs', { exposeHeadRoute: false }, (_, reply) => {
    page ||= makePage(routes);
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(page);
  });
}
