import { randomUUID } from 'node:crypto';
import type { HotCall, Viewer } from './calls.ts';
import { groupStatements, type Plan, type Program, type Statement } from './programs.ts';

type Recorded = { response: Response; body: string; statements: Statement[] };
/** Headers that node:http writes itself. */
const OWN_HEADERS = ['connection', 'keep-alive', 'date', 'transfer-encoding'];
export const messageBody = (clientId: string): string =>
  JSON.stringify({ message: 'Собираемся у перевала в восемь, не опаздывай!', clientId });

async function record(
  ours: Program,
  call: HotCall,
  path: string,
  viewer: Viewer,
  clientId: string,
): Promise<Recorded> {
  await ours.ask('listen');
  const response = await fetch(`http://127.0.0.1:${ours.port}${path}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${viewer.token}`,
      ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(call.method === 'POST' ? { body: call.body ?? messageBody(clientId) } : {}),
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${body}`);
  const { statements } = await ours.ask<{ statements: Statement[] }>('tell');
  return {
    response,
    body,
    statements: statements.filter(({ text }) => !text.includes('graphile_worker')),
  };
}

/**
 * Records what our server asks the database for one viewer's session: the first statement of a
 * first call.
 */
export async function recordLookUp(
  ours: Program,
  call: HotCall,
  viewer: Viewer,
): Promise<{ text: string; since: Date }> {
  const { statements } = await record(ours, call, call.paths(viewer, 0)[0]!, viewer, randomUUID());
  const found = statements.find(({ text }) => text.includes('session_tokens'))!;
  return { text: found.text, since: found.values[1] as Date };
}

/**
 * Records what the limit program has to do for every request of a call, as reported by our server
 * itself. Each path is requested twice, so that sessions are known and caches are warm.
 */
export async function recordPlans(
  ours: Program,
  call: HotCall,
  viewers: Viewer[],
): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const [index, viewer] of viewers.entries()) {
    for (const path of call.paths(viewer, index)) {
      await record(ours, call, path, viewer, randomUUID());
      const clientId = randomUUID();
      const { response, body, statements } = await record(ours, call, path, viewer, clientId);
      const headers = Object.fromEntries(
        [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name)),
      );
      const id =
        call.method === 'POST' && call.body === undefined
          ? (JSON.parse(body) as { message: { _id: string } }).message._id
          : undefined;
      plans.push({
        key: `${call.method} ${path}`,
        groups: groupStatements(statements),
        headers,
        body,
        ...(id === undefined ? {} : { made: { id, clientId } }),
      });
    }
  }
  return plans;
}
