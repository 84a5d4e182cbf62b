import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';

/** How long an open tab may take to answer, in ms. */
const ANSWER_MS = 1_500;
type Answer = [check: string, userId: string];

/** Passes on the answers of tabs that are connected to other servers. */
export function listenForAnswers(context: AppContext): void {
  context.bus.subscribe<Answer>('push.shown', (answer) => take(context, answer));
}

/**
 * Returns which of the members have a visible tab, at any server: it has shown the news already.
 * Only members with open streams are asked; without them the answer comes at once.
 */
export async function findShown(context: AppContext, userIds: string[]): Promise<Set<string>> {
  const asked = userIds.filter((id) => context.live.hasTagged(`user:${id}`));
  const shown = new Set<string>();
  if (asked.length === 0) return shown;
  const { checks } = context.push;
  const check = newId();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ANSWER_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    checks.set(check, { waiting: new Set(asked), shown, done });
    for (const id of asked)
      context.live.publish(`user:${id}`, { data: { type: 'push-check', check } });
  });
  checks.delete(check);
  return shown;
}

/** Records that a visible tab of a member answered a question. Idempotent. */
export function answerShown(context: AppContext, userId: string, check: string): void {
  take(context, [check, userId]);
  context.bus.publish('push.shown', [check, userId] satisfies Answer);
}
function take({ push }: AppContext, [check, userId]: Answer): void {
  const question = push.checks.get(check);
  if (question === undefined || !question.waiting.delete(userId)) return;
  question.shown.add(userId);
  if (question.waiting.size === 0) question.done();
}
