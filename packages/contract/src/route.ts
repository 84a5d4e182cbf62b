import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { ErrorCode } from './app-errors.ts';
import type { LimitName } from './rate-limits.ts';

/**
 * Who may call: `visitor` needs no token and none is read; `reader` uses a token if there is one;
 * `account` is anyone signed in, activated or not; `member` is activated; `admin` is the platform's
 * admin.
 */
export type Access = 'visitor' | 'reader' | 'account' | 'member' | 'admin';

/** A slot of a multipart form: the number of files, and the size limit of each in bytes. */
export type FileSlot = {
  count: number;
  maxBytes: number;
  tooMany?: ErrorCode;
  /** Files of this slot are stored by content: the hash is computed while they arrive. */
  hashed?: true;
};
export type Form<F extends TObject = TObject, S extends string = string> = {
  fields: F;
  files: Record<S, FileSlot>;
  /** All files together, in bytes. */
  totalBytes?: number;
  /** The error for a body over a byte limit; `too_large` by default. */
  tooLarge?: ErrorCode;
};

export type RouteSpec = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The documented path, below /api, in Fastify's notation. */
  path: string;
  access: Access;
  summary: string;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  form?: Form;
  /**
   * Replies other than JSON: `stream` marks a Server-Sent Events call, `file` bytes to download.
   */
  reply: TSchema | 'stream' | 'file';
  errors?: readonly ErrorCode[];
  limit?: LimitName;
  /** Error responses also carry the documented `errors` list. */
  listsErrors?: true;
  /** A call open to visitors that also recognises the caller by a token, which our client sends. */
  knowsCaller?: true;
  /** A documented GET that changes state: bearer header only, never cached, never prefetched. */
  writes?: true;
  /**
   * Two calls would create two of something: the call accepts an idempotency key, and our client
   * always sends one.
   */
  creates?: true;
};

/**
 * Declares one call of the API. The same object mounts it on the server and types it on the client.
 */
export function route<const R extends RouteSpec>(spec: R): R {
  return spec;
}

type Part<R, K extends keyof RouteSpec> = R extends { [key in K]: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type ParamsOf<R extends RouteSpec> = Part<R, 'params'>;
export type QueryOf<R extends RouteSpec> = Part<R, 'query'>;
export type BodyOf<R extends RouteSpec> = R extends { form: { fields: infer F extends TSchema } }
  ? Static<F>
  : Part<R, 'body'>;
export type SlotsOf<R extends RouteSpec> = R extends { form: { files: infer S } }
  ? keyof S & string
  : never;
export type ReplyOf<R extends RouteSpec> = R extends { reply: infer S extends TSchema }
  ? Static<S>
  : undefined;

/**
 * Returns a nullable schema in the form that both the validator and the serialiser accept without a
 * union.
 */
export function Nullable<T extends TSchema>(schema: T) {
  const type = (schema as unknown as { type: string }).type;
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'] });
}

export const ID_PATTERN =
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
/** An identifier: a UUID. A malformed one gets the same response as an unknown one. */
export const Id = Type.String({ pattern: ID_PATTERN });
export const Moment = Type.String({ description: 'ISO 8601, UTC' });

/**
 * Formats '10 000'. The first `toLocaleString` of a page costs a phone a tenth of a second, before
 * its first paint.
 */
const grouped = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
/**
 * How a text is read. `text`: trimmed, in NFC, without control characters. `line`: names, titles,
 * addresses and search words, which also lose invisible characters and line breaks. `typed`: as it
 * was typed, because offsets refer to it. `raw`: not touched at all. Except for `raw`, a text
 * without a visible character is read as ''.
 */
export type TextKind = 'text' | 'line' | 'typed' | 'raw';
type TextOptions = { max: number; min?: number; empty?: string; long?: string; kind?: TextKind };
/**
 * A text written by a person, cleaned before it is measured in code points. `empty` and `long` are
 * the sentences for its errors.
 */
export function Text(options: TextOptions) {
  return Type.String({
    minLength: options.min ?? 0,
    maxLength: options.max,
    errorTexts: {
      ...(options.empty === undefined ? {} : { minLength: options.empty, required: options.empty }),
      maxLength: options.long ?? `Не длиннее ${grouped(options.max)} символов`,
    },
    ...(options.kind === undefined ? {} : { kind: options.kind }),
  });
}
/** A name, a title, an e-mail address, a telephone number or a place: see `TextKind`. */
export const Line = (options: Omit<TextOptions, 'kind'>) => Text({ ...options, kind: 'line' });
/** The words of a search. */
export const SearchWords = Type.String({ maxLength: 100, kind: 'line' });

export const Page = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  errorTexts: {
    type: 'Неверный номер страницы.',
    minimum: 'Неверный номер страницы.',
    maximum: 'Неверный номер страницы.',
  },
});
export const Offset = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  errorTexts: {
    type: 'Неверный номер страницы.',
    minimum: 'Неверный номер страницы.',
    maximum: 'Неверный номер страницы.',
  },
});

/** Query of a list that the documented API returns whole (`docs/decisions.md`). */
export const ListQuery = Type.Object({
  page: Type.Optional(Page),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  q: Type.Optional(SearchWords),
});
export const Ok = Type.Object({ ok: Type.Boolean() });
