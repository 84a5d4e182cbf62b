import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type Use = { id: string; uses: number; /** Uses that a window takes. */ most: number; ms: number };
/** Windows that all instances count together. Each answers the milliseconds to wait, 0 where it fits, and undefined where Redis cannot be asked. */
export type SharedWindows = {
  spend(use: Use): Promise<number | undefined>;
  look(use: Use): Promise<number | undefined>;
  forget(id: string): Promise<void>;
};

/** One step for Redis: two that come at once cannot both take the last place. A window is there as long as its key. Each key has four arguments. */
const SCRIPT = `
local answers = {}
for place, key in ipairs(KEYS) do
  local at = (place - 1) * 4
  local used = redis.call('get', key)
  if used and used + ARGV[at + 1] > tonumber(ARGV[at + 2]) then
    answers[place] = math.max(1, redis.call('pttl', key))
  else
    answers[place] = 0
    if ARGV[at + 4] == 'look' then
    elseif used then redis.call('incrby', key, ARGV[at + 1])
    else redis.call('set', key, ARGV[at + 1], 'px', ARGV[at + 3]) end
  end
end
return answers`;
const NAME = createHash('sha1').update(SCRIPT).digest('hex');
/** Redis does nothing else meanwhile. */
const MOST_AT_ONCE = 200;
type Question = Use & { what: 'spend' | 'look'; answer(left: number | undefined): void };

/** All that one turn of the event loop asks goes as one command, which is most of what a question costs. */
export function makeSharedWindows(redis: Redis): SharedWindows {
  let gathered: Question[] = [];
  // The keys hold e-mails and addresses: they lie there as hashes.
  const keyOf = (id: string) => `respa:limit:${createHash('sha256').update(id).digest('base64url')}`;
  const run = async (questions: readonly Question[]): Promise<number[] | undefined> => {
    const given = [questions.length, ...questions.map(({ id }) => keyOf(id)), ...questions.flatMap(({ uses, most, ms, what }) => [uses, most, ms, what])] as const;
    try {
      return await redis.evalsha(NAME, ...given) as number[];
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) return undefined;
      return await redis.eval(SCRIPT, ...given).catch(() => undefined) as number[] | undefined;
    }
  };
  const flush = () => {
    const all = gathered;
    gathered = [];
    for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
      const questions = all.slice(from, from + MOST_AT_ONCE);
      void run(questions).then((answers) => questions.forEach(({ answer }, place) => answer(answers?.[place])));
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
