import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, appError } from '@respa/contract/app-errors';
import type {
  Access,
  BodyOf,
  ParamsOf,
  QueryOf,
  ReplyOf,
  RouteSpec,
  SlotsOf,
} from '@respa/contract/route';
import { addressKey } from './address-key.ts';
import { answerOnce, readCreation } from './answer-once.ts';
import { makeInput, type InputReader } from './input.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { receiveForm, type ReceivedForm } from '#platform/storage/receive-form.ts';
import type { StagedFile } from '#platform/storage/staging.ts';

/** The caller, according to the token. */
export type Viewer = {
  id: string;
  sessionId: string;
  isActivated: boolean;
  /** Whether the viewer may act as the platform's admin. */
  isAdmin: boolean;
  /** What the session still lacks to be an admin session. */
  adminLacks?: 'sign_in_again' | 'factor_required';
};
export type App = {
  http: FastifyInstance;
  context: AppContext;
  findViewer(token: string): Promise<Viewer | null>;
  /** Every mounted call, for the API reference and the test sweeps. */
  routes: RouteSpec[];
  /** Every method and path that the server knows, whichever code mounted it. */
  mounted: string[];
};
type ViewerFor<A extends Access> = A extends 'visitor'
  ? null
  : A extends 'reader'
    ? Viewer | null
    : Viewer;
export type Call<R extends RouteSpec> = {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  files: Record<SlotsOf<R>, StagedFile[]>;
  viewer: ViewerFor<R['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Returns the bearer token of a request, or null. */
export function bearerOf(request: IncomingMessage): string | null {
  const header = request.headers.authorization;
  const match = header === undefined ? null : /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(header);
  return match === null ? null : match[1]!;
}

/**
 * Mounts a call of the contract: access, input, rate limit, handler, and a reply serialized by its
 * closed schema.
 * Staged files that the handler did not take are removed when it ends, whether it succeeds or
 * fails.
 */
export function serve<const R extends RouteSpec>(
  app: App,
  route: R,
  handle: (call: Call<R>) => Promise<ReplyOf<R> | void>,
): void {
  const { http, context } = app;
  const read: InputReader = makeInput(route);
  const form = route.form;
  app.routes.push(route);

  http.route({
    method: route.method,
    url: `/api${route.path}`,
    exposeHeadRoute: false,
    ...(typeof route.reply === 'string' ? {} : { schema: { response: { 200: route.reply } } }),
    config: { contract: route },
    handler: async (request, reply) => {
      // Replies must not be cached; a cache that stores them anyway has to tell callers apart.
      reply.header('cache-control', 'no-store').header('vary', 'authorization');
      if (route.writes === true) refusePrefetch(request);
      const viewer = await admit(app, route.access, request);
      const address = addressKey(request.ip);
      if (viewer === null) await context.limits.spend('anonymous', address);
      const params = read.params(request.params);
      const query = read.query(request.query);
      if (viewer !== null) markWriter(context, viewer.id, route, request, reply);
      if (route.limit !== undefined) await context.limits.spend(route.limit, viewer?.id ?? address);
      else if (viewer !== null && isChange(route)) await context.limits.spend('changes', viewer.id);
      const creation = readCreation(route, viewer?.id, request);
      const call = { params, query, body: undefined as unknown, files: {}, viewer, request, reply };
      const answer = async () => {
        const result = await answerOnce(context, creation, () => handle(call as never));
        context.security.done(request, route, result);
        return result;
      };
      if (
        form !== undefined &&
        request.headers['content-type']?.startsWith('multipart/form-data')
      ) {
        const received = await receive(context, form, request, viewer?.id ?? null);
        try {
          call.body = read.body(received.fields);
          call.files = received.files;
          return await answer();
        } finally {
          await received.discard();
        }
      }
      if (form !== undefined)
        call.files = Object.fromEntries(Object.keys(form.files).map((slot) => [slot, []]));
      call.body = read.body(request.body);
      const result = await answer();
      if (route.reply === 'stream' && viewer !== null) await endIfSignedOut(app, viewer, request);
      return result;
    },
  });
}

/**
 * Receives a form. Throws what `receiveForm` throws, with the form's own error for a body that is
 * too large; `no_space`, `too_many_uploads`.
 */
async function receive(
  context: AppContext,
  form: NonNullable<RouteSpec['form']>,
  request: FastifyRequest,
  viewerId: string | null,
): Promise<ReceivedForm> {
  const address = addressKey(request.ip);
  context.freeSpace.admit(Number(request.headers['content-length'] ?? 0));
  const leave = context.openUploads.enter(viewerId, address);
  try {
    return await receiveForm(request.raw, {
      files: form.files,
      ...(form.totalBytes === undefined ? {} : { totalBytes: form.totalBytes }),
      stagingDir: context.stagingDir,
      sender: viewerId ?? address,
      isDiskSpent: () => context.freeSpace.isSpent(),
    });
  } catch (error) {
    const isTooLarge = error instanceof AppError && error.code === 'too_large';
    throw isTooLarge && form.tooLarge !== undefined ? appError(form.tooLarge) : error;
  } finally {
    leave();
  }
}

/**
 * Mounts calls under two names: the one that our client uses, and the documented one, which ad
 * blockers block (`docs/decisions.md`).
 */
export const serveByBothNames =
  (app: App, documented: <const R extends RouteSpec>(route: R) => R) =>
  <const R extends RouteSpec>(
    route: R,
    handle: (call: Call<R>) => Promise<ReplyOf<R> | void>,
  ): void => {
    serve(app, route, handle);
    serve(app, documented(route), handle);
  };
/** The reply of a call that only confirms that its work is done. */
export async function done(work: Promise<unknown>): Promise<{ ok: boolean }> {
  await work;
  return { ok: true };
}

/**
 * Returns the owner of a call's token, also where no token is needed. A token that nobody has
 * counts for the address: throws `too_often` when it tries too many.
 */
export async function findCaller(app: App, request: FastifyRequest): Promise<Viewer | null> {
  const token = bearerOf(request.raw);
  if (token === null) return null;
  const viewer = await app.findViewer(token);
  if (viewer === null) await app.context.limits.spend('unknownTokens', addressKey(request.ip));
  else app.context.security.know(request, viewer.id);
  return viewer;
}
async function admit(app: App, access: Access, request: FastifyRequest): Promise<Viewer | null> {
  if (access === 'visitor') return null;
  const viewer = await findCaller(app, request);
  if (access === 'reader') return viewer?.isActivated === true ? viewer : null;
  if (viewer === null) throw appError('not_signed_in');
  if (access !== 'account' && !viewer.isActivated) throw appError('not_activated');
  if (access === 'admin' && !viewer.isAdmin) throw appError(viewer.adminLacks ?? 'forbidden');
  return viewer;
}

const isChange = (route: RouteSpec): boolean => route.method !== 'GET' || route.writes === true;
/** A viewer who has just written must not read from a replica that may lack the write. */
function markWriter(
  context: AppContext,
  viewerId: string,
  route: RouteSpec,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!isChange(route)) return context.replica.handleCookies(viewerId, request.headers.cookie);
  const cookie = context.replica.noteWriter(viewerId);
  if (cookie !== null) reply.header('set-cookie', cookie);
}

/**
 * A session that ended while its stream was being opened did not find the stream, so the session is
 * checked once more.
 */
async function endIfSignedOut(app: App, viewer: Viewer, request: FastifyRequest): Promise<void> {
  if ((await app.findViewer(bearerOf(request.raw) ?? '')) === null)
    app.context.live.endTagged(`session:${viewer.sessionId}`);
}

function refusePrefetch(request: FastifyRequest): void {
  const { 'sec-purpose': purpose, 'sec-fetch-site': site } = request.headers;
  if ((typeof purpose === 'string' && purpose.includes('prefetch')) || site === 'cross-site')
    throw appError('forbidden');
}
