import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type Use = {
  id: string;
  uses: number;
  /** Uses that a window takes. */ most: number;
  ms: number;
};
/** Windows that all instances count together. Each answers the milliseconds to wait, 0 where it fits, and undefined where Redis cannot be asked. */
export type SharedWindows = {
  spend(use: Use): Promise<number | undefined>;
  look(use: Use): Promise<number | undefined>;
  /** Counts what was let through already, soon after, with others. `learn` is told how long the window still is once more than `most` of it are used, else 0; nothing where Redis cannot be asked. */
  settle(use: Use, learn: (left: number) => void): void;
  forget(id: string): Promise<void>;
};

/** One step for Redis: two that come at once cannot both take the last place. A window is there as long as its key. Each key has four arguments, and a word of the answer, which is read faster than a list. */
const SCRIPT = `
local answers = {}
for place, key in ipairs(KEYS) do
  local at = (place - 1) * 4
  local used = redis.call('get', key)
  local fits = not used or used + ARGV[at + 1] <= tonumber(ARGV[at + 2])
  if ARGV[at + 4] == 'tell' or (fits and ARGV[at + 4] == 'spend') then
    if used then redis.call('incrby', key, ARGV[at + 1]) else redis.call('set', key, ARGV[at + 1], 'px', ARGV[at + 3]) end
  end
  answers[place] = fits and 0 or math.max(1, redis.call('pttl', key))
end
return table.concat(answers, ' ')`;
const NAME = createHash('sha1').update(SCRIPT).digest('hex');
/** Redis does nothing else meanwhile. */
const MOST_AT_ONCE = 200;
/** What was let through already is told this late at most. */
const TOLD_MS = 100;
type Question = Use & { what: 'spend' | 'look' | 'tell'; answer(left: number | undefined): void };

/** What is counted may have an e-mail or an address in it: it lies there as a hash. Whatever counts what a member does has only the member's id, which tells nothing; hashed too, it was a sixth of what a second server adds to a sending. */
const MEMBERS = /^\w+ [\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const keyOf = (id: string) =>
  `respa:limit:${MEMBERS.test(id) ? id : createHash('sha256').update(id).digest('base64url')}`;

/** All that one turn of the event loop asks goes as one command, which is most of what a question costs; what waits to be told goes along, before it. */
export function makeSharedWindows(redis: Redis): SharedWindows {
  let gathered: Question[] = [];
  let [isAsked, telling]: [boolean, NodeJS.Timeout | undefined] = [false, undefined];
  const run = async (questions: readonly Question[]): Promise<string | undefined> => {
    const [keys, words]: [string[], string[]] = [[], []];
    for (const { id, uses, most, ms, what } of questions) {
      keys.push(keyOf(id));
      words.push(`${uses}`, `${most}`, `${ms}`, what);
    }
    const input = [`${keys.length}`, ...keys, ...words] as const;
    try {
      return (await redis.evalsha(NAME, ...input)) as string;
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) return undefined;
      return (await redis.eval(SCRIPT, ...input).catch(() => undefined)) as string | undefined;
    }
  };
  const flush = () => {
    const all = gathered;
    gathered = [];
    clearTimeout(telling);
    [isAsked, telling] = [false, undefined];
    for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
      const questions = all.slice(from, from + MOST_AT_ONCE);
      void run(questions).then((answers) => {
        const left = answers?.split(' ').map(Number);
        questions.forEach(({ answer }, index) => answer(left?.[index]));
      });
    }
  };
  const ask = (use: Use, what: 'spend' | 'look') =>
    new Promise<number | undefined>((answer) => {
      if (redis.status !== 'ready') return answer(undefined);
      gathered.push({ ...use, what, answer });
      if (!isAsked) setImmediate(flush);
      isAsked = true;
    });
  return {
    spend: (use) => ask(use, 'spend'),
    look: (use) => ask(use, 'look'),
    settle(use, learn) {
      if (redis.status !== 'ready') return;
      gathered.push({ ...use, what: 'tell', answer: (left) => left !== undefined && learn(left) });
      if (!isAsked) telling ??= setTimeout(flush, TOLD_MS).unref();
    },
    async forget(id) {
      if (redis.status !== 'ready') return;
      flush();
      await redis.del(keyOf(id)).catch(() => 0);
    },
  };
}
