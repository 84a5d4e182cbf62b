import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as account from '@respa/contract/account';
import type { ErrorBody } from '@respa/contract/app-errors';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, RouteSpec, SlotsOf } from '@respa/contract/route';
import { startServer, type Server } from '../../packages/server/src/app/server.ts';
import { readConfig } from '../../packages/server/src/platform/runtime/config.ts';
import {
  assertNone,
  RECORDED_LOG_LEVEL,
  recordResponsesAt,
  makeLeakRecorder,
} from './leak-recorder.ts';
import { makeDatabase } from './servers/own-database.ts';
import { patient } from './patience.ts';
import { assertClosed } from './closed-replies.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

type Input<R extends RouteSpec> = {
  params?: ParamsOf<R>;
  query?: QueryOf<R>;
  body?: Partial<Record<keyof NonNullable<BodyOf<R>>, unknown>>;
  files?: Partial<Record<SlotsOf<R>, Blob[]>>;
};
export class Refused extends Error {
  readonly status: number;
  readonly body: ErrorBody & { errors?: string[] };
  constructor(status: number, body: ErrorBody) {
    super(`${status} ${body.code}: ${body.error}`);
    this.status = status;
    this.body = body;
  }
}

/** An API caller: a member with a token, or a visitor. */
export class Caller {
  readonly url: string;
  readonly token: string | undefined;
  readonly id: string;
  readonly email: string;
  constructor(url: string, who: { token?: string; id?: string; email?: string } = {}) {
    this.url = url;
    this.token = who.token;
    this.id = who.id ?? '';
    this.email = who.email ?? '';
  }
  headers(): Record<string, string> {
    return this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
  }
  /**
   * Calls a route and returns its reply. Throws `Refused` for an error response and fails on a
   * reply outside its closed schema.
   */
  async call<const R extends RouteSpec>(route: R, input: Input<R> = {}): Promise<ReplyOf<R>> {
    const response = await this.request(route, input);
    const body: unknown = await response.json();
    if (!response.ok) throw new Refused(response.status, body as ErrorBody);
    assertClosed(route, body);
    return body as ReplyOf<R>;
  }
  /** Returns the error response of a call; fails if the call succeeds. */
  async refusal<const R extends RouteSpec>(
    route: R,
    input: Input<R> = {},
  ): Promise<{
    status: number;
    code: string;
    error: string;
    fields: Record<string, string>;
    errors: string[];
  }> {
    try {
      await this.call(route, input);
    } catch (error) {
      if (error instanceof Refused)
        return {
          status: error.status,
          code: error.body.code,
          error: error.body.error,
          fields: error.body.fields ?? {},
          errors: error.body.errors ?? [],
        };
      throw error;
    }
    throw new Error(`${route.method} ${route.path} was let through`);
  }
  async request<const R extends RouteSpec>(
    route: R,
    input: Input<R> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String((input.params as Record<string, unknown> | undefined)?.[name])),
    );
    const query = new URLSearchParams(
      Object.entries((input.query ?? {}) as Record<string, unknown>).map(
        ([name, value]): [string, string] => [name, String(value)],
      ),
    );
    const body =
      route.form === undefined
        ? input.body === undefined
          ? undefined
          : JSON.stringify(input.body)
        : formOf(route, input);
    return fetch(`${this.url}/api${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: route.method,
      headers: {
        ...this.headers(),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  }
}

/** Returns a member with the token of a new session, because the previous one may be over. */
export async function signIn(
  { url }: { url: string },
  { id, email }: Pick<Caller, 'id' | 'email'>,
): Promise<Caller> {
  const { token } = await new Caller(url).call(account.login, {
    body: { email, password: PASSWORD },
  });
  return new Caller(url, { token, id, email });
}

function formOf(route: RouteSpec, input: Input<RouteSpec>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input.body ?? {}))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [slot, files] of Object.entries((input.files ?? {}) as Record<string, Blob[]>)) {
    files.forEach((file, index) =>
      form.append(
        (route.form?.files[slot]?.count ?? 1) > 1 ? `${slot}${index}` : slot,
        file,
        file instanceof File ? file.name : 'file',
      ),
    );
  }
  return form;
}

export type TestApp = {
  server: Server;
  url: string;
  dataDir: string;
  databaseUrl: string;
  nobody: Caller;
  /** The emailed links, newest last. */
  links: { to: string; kind: string; url: string }[];
  /** Returns the newest emailed link of a kind for a caller. */
  waitForLink(to: Caller, kind: 'activate' | 'return-password' | 'confirm-email'): Promise<string>;
  /** Registers an account that waits for activation. */
  register(name: string, surname?: string): Promise<Caller>;
  /** Registers and opens the emailed link. */
  join(name: string, surname?: string): Promise<Caller>;
  stop(): Promise<void>;
};
export const PASSWORD = 'respawn-2026';

/**
 * The minimum argon2 cost: hundreds of members register in these tests, and a separate test checks
 * the cost of a real password.
 */
const CHEAP = { memoryCost: 8, timeCost: 1 };

/**
 * Starts a real server on its own database and a free port, with rate limits off unless requested.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  siteDir = fileURLToPath(new URL('../../packages/web/dist', import.meta.url)),
): Promise<TestApp> {
  const database = await makeDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'respa-app-'));
  const links: TestApp['links'] = [];
  const recorder = makeLeakRecorder(dataDir);
  const print = (line: string) => {
    recorder.recordTerminal(line);
    const match =
      /^Письмо для (\S+) [\s\S]*ссылка из него: (\S+\/(activate|return-password|confirm-email)\/\S+)/.exec(
        line,
      );
    if (match !== null) links.push({ to: match[1]!, kind: match[3]!, url: match[2]! });
  };
  const config = {
    ...readConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LINK_CARDS: 'off',
      PUSH: 'off',
      VOICE_PORT: '0',
      LOG_LEVEL: RECORDED_LOG_LEVEL,
      PUBLIC_URL: 'http://respa.test',
      DB_POOL: '6',
      DISK_RESERVE: '0',
      ...env,
    }),
    passwordCost: CHEAP,
  };
  const logTo = {
    write(line: string) {
      recorder.recordLog(line.trimEnd());
      if (process.env['LOG_LEVEL'] !== undefined) process.stderr.write(line);
    },
  };
  const server = await startServer(config, database.url, {
    print,
    logTo,
    siteDir,
  });
  const { url } = server;
  const endListening = recordResponsesAt(url, recorder);
  const nobody = new Caller(url);

  const waitForLink = async (to: Caller, kind: string): Promise<string> => {
    const ends = performance.now() + patient(10_000);
    for (;;) {
      const found = links.findLast((link) => link.kind === kind && link.to === to.email);
      if (found !== undefined) return found.url;
      if (performance.now() > ends) throw new Error(`no ${kind} mail came`);
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
  };
  const app: TestApp = {
    server,
    url,
    dataDir,
    databaseUrl: database.url,
    nobody,
    links,
    waitForLink,
    async register(first, surname = 'Тестова') {
      const email = `${crypto.randomUUID()}@respa.test`;
      const { token, userId } = await nobody.call(account.register, {
        body: {
          name: first,
          surname,
          age: '1999-05-11',
          email,
          country: 'Россия',
          city: 'Рыбинск',
          password: PASSWORD,
        },
      });
      return new Caller(url, { token, id: userId, email });
    },
    async join(first, surname) {
      const caller = await app.register(first, surname);
      const link = await waitForLink(caller, 'activate');
      const { token } = await caller.call(account.activate, {
        body: { link: link.split('/').at(-1) },
      });
      return new Caller(url, { token, id: caller.id, email: caller.email });
    },
    async stop() {
      await server.stop();
      endListening();
      const leaks = await recorder.findLeaks(join(dataDir, 'outbox'));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      assertNone(leaks);
    },
  };
  return app;
}
