import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type Use = {
  id: string;
  uses: number;
  /** The maximum uses per window. */ most: number;
  ms: number;
};
/**
 * Windows that all instances count together. `spend` and `look` return the milliseconds to wait, 0
 * if the use fits, and undefined if Redis cannot be asked.
 */
export type SharedWindows = {
  spend(use: Use): Promise<number | undefined>;
  look(use: Use): Promise<number | undefined>;
  /**
   * Counts uses that were already allowed, in a batch shortly after. Calls `learn` with the
   * remaining milliseconds of the window once more than `most` are used, otherwise with 0; does not
   * call it if Redis cannot be asked.
   */
  report(use: Use, onResult: (left: number) => void): void;
  forget(id: string): Promise<void>;
};

/**
 * A single step in Redis, so that two concurrent uses cannot both take the last slot. A window
 * lasts as long as its key. Each key has four arguments and one word in the reply; a string of
 * words is parsed faster than a list.
 */
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
/** Redis does nothing else while it runs the script. */
const MOST_AT_ONCE = 200;
/** The maximum delay before allowed uses are reported. */
const REPORT_MS = 100;
type Question = Use & { what: 'spend' | 'look' | 'tell'; answer(left: number | undefined): void };

/**
 * A counted key may contain an e-mail or an address, so it is stored as a hash. A limit on a
 * member's actions has only the member's id, which reveals nothing; hashing that too took a sixth
 * of the work that a second server adds to sending a message.
 */
const MEMBERS = /^\w+ [\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const keyOf = (id: string) =>
  `respa:limit:${MEMBERS.test(id) ? id : createHash('sha256').update(id).digest('base64url')}`;

/**
 * Sends everything that one turn of the event loop asks as one command, because the command is most
 * of the cost of a request. Pending reports go in the same command, first.
 */
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
    report(use, onResult) {
      if (redis.status !== 'ready') return;
      gathered.push({
        ...use,
        what: 'tell',
        answer: (left) => left !== undefined && onResult(left),
      });
      if (!isAsked) telling ??= setTimeout(flush, REPORT_MS).unref();
    },
    async forget(id) {
      if (redis.status !== 'ready') return;
      flush();
      await redis.del(keyOf(id)).catch(() => 0);
    },
  };
}
