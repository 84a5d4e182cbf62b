import type { ErrorBody, ErrorCode } from '@respa/contract/app-errors';
import { IDEMPOTENCY_HEADER } from '@respa/contract/idempotency';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, RouteSpec, SlotsOf } from '@respa/contract/route';
import { suspectOldBuild } from '#lib/browser/build.ts';
import { connectionFailed, connectionWorks } from './connection.ts';
import { takeEarly } from './early.ts';
import { dropSession, getSession } from './session.ts';
import { send } from './transfer.ts';

type Input<K extends string, V> = [V] extends [undefined]
  ? { [key in K]?: undefined }
  : Record<never, never> extends V
    ? { [key in K]?: V }
    : { [key in K]: V };
export type CallInput<R extends RouteSpec> = Input<'params', ParamsOf<R>> &
  Input<'query', QueryOf<R>> &
  Input<'body', BodyOf<R>> &
  (R extends { creates: true } ? { key: string } : { key?: undefined }) & {
    files?: Partial<Record<SlotsOf<R>, Blob[]>>;
    signal?: AbortSignal;
    /** The uploaded share, 0 to 1. */
    onProgress?: (part: number) => void;
  };

/**
 * An error response of the server with its message for users; `offline` when no server was reached.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'offline';
  readonly fields: Record<string, string>;
  readonly errors: string[];
  /** The whole error body. */
  readonly body: Partial<ErrorBody>;
  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error ?? 'На сервере ошибка. Попробуйте ещё раз.');
    this.status = status;
    this.body = body;
    this.code = body.code ?? 'internal';
    this.fields = body.fields ?? {};
    this.errors = Array.isArray(body['errors']) ? (body['errors'] as string[]) : [this.message];
  }
  static offline(): ApiError {
    const error = new ApiError(0, { error: 'Нет связи. Проверьте интернет и попробуйте ещё раз.' });
    return Object.assign(error, { code: 'offline' });
  }
}
export const isOffline = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'offline';
/** Returns the message to show for any thrown error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Что-то пошло не так. Попробуйте ещё раз.';

export function urlOf(
  route: RouteSpec,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}
function bodyOf(
  route: RouteSpec,
  body: Record<string, unknown> | undefined,
  files: Record<string, Blob[]>,
): FormData | string | null {
  if (route.form === undefined) return body === undefined ? null : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== undefined)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [slot, list] of Object.entries(files)) {
    list.forEach((file, index) =>
      form.append(
        route.form!.files[slot]!.count > 1 ? `${slot}${index}` : slot,
        file,
        file instanceof File ? file.name : slot,
      ),
    );
  }
  return form;
}

let renew: (() => Promise<void>) | null = null;
/**
 * Sets the function that renews a token the server no longer accepts. The session keeper provides
 * it.
 */
export const setRenewal = (renewal: () => Promise<void>): void => {
  renew = renewal;
};

/**
 * Calls the server. Throws `ApiError` for every error response and for a network failure. An
 * aborted call throws what fetch throws.
 */
export async function call<const R extends RouteSpec>(
  route: R,
  input: CallInput<R> = {} as CallInput<R>,
): Promise<ReplyOf<R>> {
  const {
    params,
    query,
    body,
    files = {},
    key,
    signal,
    onProgress,
  } = input as unknown as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: Record<string, unknown>;
    files?: Record<string, Blob[]>;
    key?: string;
    signal?: AbortSignal;
    onProgress?: (part: number) => void;
  };
  const url = urlOf(route, params, query);
  const once = async (): Promise<{ status: number; text: string; sent: string | undefined }> => {
    const sent =
      route.access === 'visitor' && route.knowsCaller !== true ? undefined : getSession()?.token;
    const content = bodyOf(route, body, files);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (sent !== undefined) headers['authorization'] = `Bearer ${sent}`;
    if (key !== undefined) headers[IDEMPOTENCY_HEADER] = key;
    if (typeof content === 'string') headers['content-type'] = 'application/json';
    try {
      const ask = () =>
        send({ method: route.method, url, headers, body: content, signal, onProgress });
      const answer = await ((route.method === 'GET'
        ? takeEarly(url, getSession()?.userId)?.catch(ask)
        : undefined) ?? ask());
      connectionWorks();
      return { ...answer, sent };
    } catch (error) {
      if (signal?.aborted || (error as Error).name === 'AbortError') throw error;
      connectionFailed();
      throw ApiError.offline();
    }
  };
  let answer = await once();
  if (answer.status === 401 && answer.sent !== undefined && renew !== null) {
    // Another tab may have renewed the token while this call was running.
    if (getSession()?.token === answer.sent) await renew();
    if (getSession() !== null && getSession()?.token !== answer.sent) answer = await once();
    else if (getSession()?.token === answer.sent) dropSession();
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer.text);
  } catch {
    throw new ApiError(answer.status, {});
  }
  if (answer.status >= 200 && answer.status < 300) return parsed as ReplyOf<R>;
  const refusal = new ApiError(answer.status, parsed as ErrorBody);
  // A newer server responds like this to a call that it no longer has or whose input has changed.
  if (refusal.code === 'bad_input' || refusal.code === 'not_found') void suspectOldBuild();
  throw refusal;
}
