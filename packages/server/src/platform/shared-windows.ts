import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type Use = { id: string; uses: number; /** Uses that a window takes. */ most: number; ms: number };
/** Windows that all instances count together. Each answers the milliseconds to wait, 0 where it fits, and undefined where Redis cannot be asked. */
export type SharedWindows = {
  spend(use: Use): Promise<number | undefined>;
  look(use: Use): Promise<number | undefined>;
  forget(id: string): Promise<void>;
};

/** One step for Redis: two that come at once cannot both take the last place. A window is there as long as its key. Each key has four arguments, and a word of the answer, which is read faster than a list. */
const SCRIPT = `
local answers = {}
for place, key in ipairs(KEYS) do
  local at = (place - 1) * 4
  local used = redis.call('get', key)
  if used and used + ARGV[at + 1] > tonumber(ARGV[at + 2]) then
    answers[place] = math.max(1, redis.call('pttl', key))
  else
    answers[place] = 0
    if ARGV[at + 4] == 'spend' then
      if used then redis.call('incrby', key, ARGV[at + 1]) else redis.call('set', key, ARGV[at + 1], 'px', ARGV[at + 3]) end
    end
  end
end
return table.concat(answers, ' ')`;
const NAME = createHash('sha1').update(SCRIPT).digest('hex');
/** Redis does nothing else meanwhile. */
const MOST_AT_ONCE = 200;
type Question = Use & { what: 'spend' | 'look'; answer(left: number | undefined): void };

/** What is counted may have an e-mail or an address in it: it lies there as a hash. */
const keyOf = (id: string) => `respa:limit:${createHash('sha256').update(id).digest('base64url')}`;

/** All that one turn of the event loop asks goes as one command, which is most of what a question costs. */
export function makeSharedWindows(redis: Redis): SharedWindows {
  let gathered: Question[] = [];
  const run = async (questions: readonly Question[]): Promise<string | undefined> => {
    const [keys, words]: [string[], string[]] = [[], []];
    for (const { id, uses, most, ms, what } of questions) {
      keys.push(keyOf(id));
      words.push(`${uses}`, `${most}`, `${ms}`, what);
    }
    const given = [`${keys.length}`, ...keys, ...words] as const;
    try {
      return await redis.evalsha(NAME, ...given) as string;
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) return undefined;
      return await redis.eval(SCRIPT, ...given).catch(() => undefined) as string | undefined;
    }
  };
  const flush = () => {
    const all = gathered;
    gathered = [];
    for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
      const questions = all.slice(from, from + MOST_AT_ONCE);
      void run(questions).then((answers) => {
        const left = answers?.split(' ').map(Number);
        questions.forEach(({ answer }, place) => answer(left?.[place]));
      });
    }
  };
  const ask = (use: Use, what: 'spend' | 'look') => new Promise<number | undefined>((answer) => {
    if (redis.status !== 'ready') return answer(undefined);
    if (gathered.push({ ...use, what, answer }) === 1) setImmediate(flush);
  });
  return {
    spend: (use) => ask(use, 'spend'),
    look: (use) => ask(use, 'look'),
    forget: async (id) => void (redis.status === 'ready' && await redis.del(keyOf(id)).catch(() => 0)),
  };
}
