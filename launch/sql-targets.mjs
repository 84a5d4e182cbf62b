/** It never ends: a scanner would wait for it until its own timeout. */
export const isStream = ({ responses }) =>
  Object.values(responses).some(({ content }) => content?.['text/event-stream'] !== undefined);

/**
 * Returns a value that passes a schema, marked where sqlmap should inject; undefined if no text
 * fits in it.
 */
function valueOf({ type: types, enum: words, pattern, minimum, minLength = 0, properties }, id) {
  const type = mainType(types);
  if (properties !== undefined) return markAll(properties, id);
  if (words !== undefined) return `${words[0]}*`;
  if (type === 'integer' || type === 'number') return `${minimum ?? 1}*`;
  if (pattern?.startsWith('^[0-9a-fA-F]{8}-')) return `${id}*`;
  if (pattern?.startsWith('^\\d{4}-')) return '2001-05-11*';
  if (pattern?.startsWith('^[0-9]')) return '1*';
  if (pattern?.startsWith('^\\[')) return '[]*';
  if (pattern !== undefined) return '*';
  return type === undefined || type === 'string'
    ? `${'a'.repeat(Math.max(1, minLength))}*`
    : undefined;
}
/** Returns the type of a value that may also be null. */
export const mainType = (types) =>
  Array.isArray(types) ? types.find((one) => one !== 'null') : types;
/** Returns the marked values of fields; undefined if no text fits in any of them. */
function markAll(properties, id) {
  const marked = Object.entries(properties)
    .filter(([, { format }]) => format !== 'binary')
    .map(([name, field]) => [name, valueOf(field, id)])
    .filter(([, value]) => value !== undefined);
  return marked.length === 0 ? undefined : Object.fromEntries(marked);
}
function bodyOf(requestBody, id) {
  const [type, { schema }] = Object.entries(requestBody.content)[0] ?? [undefined, {}];
  if (type === undefined) return undefined;
  return JSON.stringify(markAll(schema.properties ?? {}, id));
}

/**
 * Builds requests that mark (`*`) every parameter of every call of an OpenAPI document once: those
 * of the path, of the body and of the query. An optional query parameter has a request without the
 * others,
 * because they could leave no results. Files are not parameters. Returns `key` (method and path),
 * `method`, `url`, `data` (JSON, or undefined) and `marks`, the number of marks.
 */
export function findTargets(document, origin, id) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      path,
      call,
      method: method.toUpperCase(),
      key: `${method.toUpperCase()} ${path}`,
    })),
  );
  return calls
    .filter(({ call }) => !isStream(call))
    .flatMap((one) => targetsOf(one, origin, id))
    .filter(({ marks }) => marks > 0);
}
function targetsOf({ path, call, method, key }, origin, id) {
  const parameters = (call.parameters ?? []).map(({ in: place, name, required, schema }) => ({
    place,
    name,
    required,
    value: encodeURI(valueOf(schema, id) ?? '1*'),
  }));
  const at = path.replace(
    /\{(\w+)\}/g,
    (_, name) => parameters.find((one) => one.place === 'path' && one.name === name).value,
  );
  const [needed, optional] = [true, false].map((required) =>
    parameters
      .filter((one) => one.place === 'query' && (one.required === true) === required)
      .map(({ name, value }) => `${name}=${value}`),
  );
  const data = call.requestBody === undefined ? undefined : bodyOf(call.requestBody, id);
  const target = (where, query, body) => {
    const url = `${origin}${where}${query.length === 0 ? '' : `?${query.join('&')}`}`;
    return {
      key,
      method,
      url,
      data: body,
      marks: [...`${url}${body ?? ''}`].filter((character) => character === '*').length,
    };
  };
  const plain = (text) => text.replaceAll('*', '');
  return [
    target(at, needed, data),
    ...optional.map((query) =>
      target(
        plain(at),
        [...needed.map(plain), query],
        data === undefined ? undefined : plain(data),
      ),
    ),
  ];
}
