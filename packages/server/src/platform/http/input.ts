import { Compile } from 'typebox/compile';
import type { TObject } from 'typebox';
import { appError } from '@respa/contract/app-errors';
import { isBlank } from '@respa/contract/characters';
import { cleanLine } from '@respa/contract/clean-text';
import { ID_PATTERN, type RouteSpec, type TextKind } from '@respa/contract/route';

export type InputReader = {
  params(raw: unknown): unknown;
  query(raw: unknown): unknown;
  body(raw: unknown): unknown;
};
type Property = {
  type?: string | string[];
  pattern?: string;
  kind?: TextKind;
  errorTexts?: Record<string, string>;
};
type Problem = {
  keyword: string;
  instancePath: string;
  params?: { requiredProperties?: string[] };
};

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
// Control characters other than tab and newline carry no meaning in text written by a person.
const CONTROLS = /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;
const MAX_DEPTH = 6;

const CLEANERS: Record<TextKind, (text: string) => string> = {
  text: (text) =>
    isBlank(text) ? '' : text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').normalize('NFC').trim(),
  // A form sends each line break as CRLF, whatever was typed.
  typed: (text) => (isBlank(text) ? '' : text.replace(/\r\n?/g, '\n')),
  line: cleanLine,
  raw: (text) => text,
};

/** Rejects characters that no text may contain; cleans the text as its kind says. */
function cleanText(text: string, kind: TextKind): string {
  if (text.includes('\0') || LONE_SURROGATE.test(text)) throw appError('bad_characters');
  return CLEANERS[kind](text);
}
function clean(value: unknown, kind: TextKind, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value, kind);
  if (depth > MAX_DEPTH) throw appError('bad_input');
  if (Array.isArray(value)) return value.map((item) => clean(item, kind, depth + 1));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        cleanText(key, 'raw'),
        clean(item, kind, depth + 1),
      ]),
    );
  }
  return value;
}

/**
 * Lowercases ids. An id has one spelling here, as in the database, so that comparisons and keys by
 * id work.
 */
const spell = (item: unknown, { pattern }: Property): unknown =>
  typeof item === 'string' && pattern === ID_PATTERN ? item.toLowerCase() : item;

/**
 * Reads an object by its schema. Undeclared keys are dropped, so a caller cannot assign anything
 * that the contract does not name.
 */
function makeReader(schema: TObject | undefined, fromText: boolean): (raw: unknown) => unknown {
  if (schema === undefined) return () => undefined;
  const properties = schema.properties as Record<string, Property>;
  // Compiled lazily: a server receives few of all its calls in its first minute.
  let compiled: ReturnType<typeof Compile> | undefined;
  return (input) => {
    // A missing input is an empty object; an explicit null is not.
    const raw = input === undefined ? {} : input;
    if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) throw appError('bad_input');
    const value: Record<string, unknown> = {};
    for (const [key, property] of Object.entries(properties)) {
      if (!Object.hasOwn(raw, key)) continue;
      const item = spell(
        clean((raw as Record<string, unknown>)[key], property.kind ?? 'text'),
        property,
      );
      value[key] =
        fromText &&
        property.type === 'integer' &&
        typeof item === 'string' &&
        /^\d{1,15}$/.test(item)
          ? Number(item)
          : item;
    }
    const validator = (compiled ??= Compile(schema));
    if (validator.Check(value)) return value;
    throw appError(
      'bad_input',
      explain(validator.Errors(value) as unknown as Problem[], properties, value),
    );
  };
}

function explain(
  problems: Problem[],
  properties: Record<string, Property>,
  value: Record<string, unknown>,
) {
  const fields: Record<string, string> = {};
  for (const { keyword, instancePath, params } of problems) {
    const names =
      instancePath === '' ? (params?.requiredProperties ?? []) : [instancePath.split('/')[1]!];
    for (const name of names) {
      const errorTexts = properties[name]?.errorTexts;
      fields[name] ??=
        (value[name] === '' ? errorTexts?.['empty'] : undefined) ??
        errorTexts?.[keyword] ??
        (keyword === 'required' ? errorTexts?.['minLength'] : undefined) ??
        'Проверьте это поле.';
    }
  }
  // The sentence follows the order of the form, not the validator's.
  const sentences = Object.keys(properties).flatMap((name) =>
    fields[name] === undefined ? [] : [fields[name]],
  );
  return sentences.length === 0 ? {} : { fields, text: [...new Set(sentences)].join('. ') };
}

/**
 * Builds readers for the three inputs of a call. A malformed path gets the same response as an
 * unknown one.
 */
export function makeInput(route: RouteSpec): InputReader {
  const params = makeReader(route.params, true);
  const query = makeReader(route.query, true);
  const numbers = Object.entries((route.params?.properties ?? {}) as Record<string, Property>)
    .filter(([, property]) => property.type === 'integer')
    .map(([name]) => name);
  return {
    params(raw) {
      try {
        return params(raw);
      } catch (error) {
        const fields = (error as { fields?: Record<string, string> }).fields;
        if (numbers.some((name) => fields?.[name] !== undefined)) throw error;
        throw appError('not_found');
      }
    },
    query(raw) {
      try {
        return query(raw);
      } catch (error) {
        // A malformed room gets the same response as an unknown one.
        const fields = (error as { fields?: Record<string, string> }).fields;
        throw fields?.['room'] === undefined ? error : appError('not_found');
      }
    },
    body: makeReader(route.form?.fields ?? route.body, route.form !== undefined),
  };
}
