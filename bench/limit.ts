import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { hasOwnPlan } from '../packages/server/src/platform/database/db.ts';
import { newId } from '../packages/server/src/platform/runtime/ids.ts';
import type { Plan } from './programs.ts';

/** The minimal server for a call: node:http and pg, the same statements, the same bytes. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DB_POOL'] ?? 12),
  connectionTimeoutMillis: 5_000,
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  idleTimeoutMillis: 60_000,
});
pool.on('error', () => {});

const CACHE_MS = 30_000;
const names = new Map<string, string>();
const plans = new Map<string, Plan & { bytes: Buffer }>();
let lookUp: { text: string; since: Date } | undefined;
const sessions = new Map<string, number>();

function run(text: string, values: unknown[]): Promise<pg.QueryResult> {
  if (values.length === 0) return pool.query(text);
  if (hasOwnPlan(text)) return pool.query(text, values);
  let name = names.get(text);
  if (name === undefined)
    names.set(text, (name = createHash('sha1').update(text).digest('base64url')));
  return pool.query({ name, text, values });
}
async function isSignedIn(request: IncomingMessage): Promise<boolean> {
  const hash = createHash('sha256').update(request.headers.authorization!.slice(7)).digest();
  const key = hash.toString('latin1');
  const ends = sessions.get(key);
  if (ends !== undefined && ends > Date.now()) return true;
  const { rows } = await run(lookUp!.text, [hash, lookUp!.since]);
  if (rows.length === 0) return false;
  sessions.set(key, Date.now() + CACHE_MS);
  return true;
}
async function readBody(
  request: IncomingMessage,
): Promise<{ message: string; clientId: string } | undefined> {
  if (request.method === 'GET') return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function sendRange(
  request: IncomingMessage,
  response: ServerResponse,
  { path, bytes }: { path: string; bytes: number },
  headers: Record<string, string>,
): void {
  const [start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range!)!.slice(1).map(Number) as [
    number,
    number,
  ];
  response.writeHead(206, {
    ...headers,
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${bytes}`,
  });
  createReadStream(path, { start, end }).pipe(response);
}

const server = createServer((request, response) => {
  const answer = async () => {
    const plan = plans.get(`${request.method} ${request.url}`);
    if (plan === undefined || !(await isSignedIn(request)))
      return void response.writeHead(404).end();
    const body = await readBody(request);
    const fresh = body === undefined ? undefined : newId();
    const valueOf = (value: unknown) =>
      body === undefined
        ? value
        : value === plan.made?.id
          ? fresh
          : value === plan.made?.clientId
            ? body.clientId
            : value;
    for (const group of plan.groups)
      await Promise.all(group.map(({ text, values }) => run(text, values.map(valueOf))));
    if (plan.file !== undefined) return sendRange(request, response, plan.file, plan.headers);
    response.writeHead(200, plan.headers).end(plan.bytes);
  };
  answer().catch((error: Error) => response.writeHead(500).end(error.message));
});
server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as { port: number }).port }),
);
process.on('message', (order: 'cpu' | { lookUp: { text: string; since: Date }; plans: Plan[] }) => {
  if (order === 'cpu') return void process.send!(process.cpuUsage());
  lookUp = order.lookUp;
  plans.clear();
  for (const plan of order.plans) plans.set(plan.key, { ...plan, bytes: Buffer.from(plan.body) });
  process.send!({ ready: true });
});
process.on('disconnect', () => process.exit(0));
