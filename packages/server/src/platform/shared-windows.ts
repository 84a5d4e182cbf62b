import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type Use = { id: string; uses: number; /** Uses that a window takes. */ most: number; ms: number };
/** Windows that all instances count together. Each answers the milliseconds to wait, 0 where it fits, and undefined where Redis cannot be asked. */
export type SharedWindows = {
  spend(use: Use): Promise<number | undefined>;
  look(use: Use): Promise<number | undefined>;
  forget(id: string): Promise<void>;
};

/** One step for Redis: two that come at once cannot both take the last place. A window is there as long as its key. */
const SCRIPT = `
local used = redis.call('get', KEYS[1])
if used and used + ARGV[1] > tonumber(ARGV[2]) then return math.max(1, redis.call('pttl', KEYS[1])) end
if ARGV[4] == 'look' then return 0 end
if used then redis.call('incrby', KEYS[1], ARGV[1]) else redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[3]) end
return 0`;
const NAME = createHash('sha1').update(SCRIPT).digest('hex');

export function makeSharedWindows(redis: Redis): SharedWindows {
  // The keys hold e-mails and addresses: they lie there as hashes.
  const keyOf = (id: string) => `respa:limit:${createHash('sha256').update(id).digest('base64url')}`;
  const run = async ({ id, uses, most, ms }: Use, what: 'spend' | 'look'): Promise<number | undefined> => {
    if (redis.status !== 'ready') return undefined;
    const given = [1, keyOf(id), uses, most, ms, what] as const;
    try {
      return await redis.evalsha(NAME, ...given) as number;
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) return undefined;
      return await redis.eval(SCRIPT, ...given).catch(() => undefined) as number | undefined;
    }
  };
  return {
    spend: (use) => run(use, 'spend'),
    look: (use) => run(use, 'look'),
    forget: async (id) => void (redis.status === 'ready' && await redis.del(keyOf(id)).catch(() => 0)),
  };
}
