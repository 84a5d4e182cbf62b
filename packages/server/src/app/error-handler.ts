import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, appError, type ErrorBody } from '@respa/contract/app-errors';
import type { RouteSpec } from '@respa/contract/route';
import { isAway } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { StoreAway } from '#platform/storage/storage.ts';

// Maps errors of Fastify and PostgreSQL to the error catalogue.
const FASTIFY: Record<string, Parameters<typeof appError>[0]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'bad_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_input',
  FST_ERR_BAD_URL: 'bad_input',
  FST_ERR_MAX_PARAM_LENGTH_EXCEEDED: 'not_found',
};
const DELETED_ROW = /is not present in table "(?:people|accounts|videos|classifieds|promos)"/;
// A statement that takes too long, no free connection, a database disk that is full or fails, a
// deadlock.
const BUSY = /^(57|53|58|55P03|25P0[34]|40001|40P01)/;

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as FastifyError;
  if (code !== undefined && FASTIFY[code] !== undefined) return appError(FASTIFY[code]);
  // A user deleted their profile, a video or an ad while this call was running.
  if (code === '23503' && DELETED_ROW.test((error as { detail?: string }).detail ?? ''))
    return appError('not_found');
  if (error instanceof StoreAway || isAway(error) || BUSY.test(code ?? ''))
    return appError('unavailable', { retryAfter: 3 });
  return statusCode === 400 || error instanceof SyntaxError ? appError('bad_input') : null;
}

/**
 * Turns every error into its documented response. An error that is not in the catalogue is a bug:
 * 500, logged, without details in the response.
 */
export function createErrorHandler(context: AppContext) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    let known = toAppError(error);
    if (known === null) {
      context.log.error(
        { err: error as Error, request: request.id, route: request.routeOptions.url },
        'unexpected error',
      );
      known = appError('internal');
    }
    context.security.refused(request, known.code);
    const route = (request.routeOptions.config as { contract?: RouteSpec }).contract;
    const body: ErrorBody = { error: known.message, code: known.code };
    if (known.fields !== undefined) body.fields = known.fields;
    if (route?.listsErrors === true)
      body['errors'] = known.fields === undefined ? [known.message] : Object.values(known.fields);
    // What is left of a slow body would take as long.
    if (known.code === 'too_slow') reply.header('connection', 'close');
    if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
    return reply
      .code(known.status)
      .header('cache-control', 'no-store')
      .serializer(JSON.stringify)
      .type('application/json; charset=utf-8')
      .send({ ...body, ...known.extra });
  };
}
