import type { Caller, TestApp } from '../../support/driver.ts';
import { snapshot, type Answer } from '../sweep-requests.ts';
import { settle } from '../inputs/sent-requests.ts';
import type { RelationshipCall } from './relationship-calls.ts';
import type { Relationship } from './relationships.ts';

type Ask = (call: RelationshipCall) => Promise<Answer>;
/** Returns whether an event goes to the caller's own pages, or is about presence. */
const isUnasked = (line: string, own: string) =>
  line.startsWith(`user:${own}: `) || line.endsWith(': presence');

/**
 * Makes the calls of a relationship that must change nothing. Returns those that were answered
 * differently, changed something or sent an event.
 */
export async function sweepQuiet(
  app: TestApp,
  calls: readonly RelationshipCall[],
  { id }: Caller,
  ask: Ask,
  published: () => string[],
): Promise<string[]> {
  const wrong: string[] = [];
  await settle(app);
  published();
  let before = await snapshot(app);
  for (const call of calls.filter(({ expected }) => expected !== 'acts' && expected !== 'after')) {
    const { status, body } = await ask(call);
    const after = await snapshot(app);
    const changed = [
      ...Object.keys(after).filter((table) => before[table] !== after[table]),
      ...published().filter((line) => !isUnasked(line, id)),
    ];
    before = after;
    if (status !== (call.expected === 'reads' ? 200 : call.expected) || changed.length > 0)
      wrong.push(
        `${call.key}: ${call.expected}, was ${status} ${JSON.stringify(body['code'])} ${changed.join()}`,
      );
  }
  return wrong;
}
/**
 * Makes the permitted calls of a relationship in order, and then those that come too late. Returns
 * those that were answered differently.
 */
export async function sweepActs(
  calls: readonly RelationshipCall[],
  { acts = [], after = {} }: Relationship,
  ask: Ask,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const call of calls
    .filter(({ expected }) => expected === 'acts')
    .sort(({ key }, other) => acts.indexOf(key) - acts.indexOf(other.key))) {
    const { status, body } = await ask(call);
    if (status !== 200) wrong.push(`${call.key}: was ${status} ${JSON.stringify(body['code'])}`);
  }
  for (const call of calls.filter(({ expected }) => expected === 'after')) {
    const { status } = await ask(call);
    if (status !== after[call.key])
      wrong.push(`${call.key}: afterwards ${after[call.key]}, was ${status}`);
  }
  return wrong;
}
