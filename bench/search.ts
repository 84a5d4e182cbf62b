import type { Viewer } from './calls.ts';
import { MEN, SURNAMES, WOMEN } from '../packages/server/src/features/people/seed-words.ts';
import { fire, requestOf } from './volley.ts';

const TARGET_MS = 30;
const SEARCHERS = 2;

/**
 * Returns every part of the names that a user may type, each requested once, so that no total is
 * cached.
 */
function words(): string[] {
  const pieces = new Set<string>(['all']);
  for (const word of [...MEN, ...WOMEN, ...SURNAMES]) {
    const folded = word.toLowerCase().replaceAll('ё', 'е');
    for (const length of [1, 2, 3, 4, folded.length])
      for (const from of [0, 1, 3])
        if (from + length <= folded.length) pieces.add(folded.slice(from, from + length));
  }
  return [...pieces];
}

export async function measureSearch(port: number, viewers: Viewer[]): Promise<string[]> {
  const queue = words().map((word) => `/api/allusers/1/${encodeURIComponent(word)}`);
  const count = queue.length;
  const asked: string[] = [];
  const slow: { path: string; ms: number }[] = [];
  const lanes = viewers.slice(0, SEARCHERS).map((viewer, lane) => () => {
    const path = queue.pop();
    if (path !== undefined) asked[lane] = path;
    return path === undefined ? undefined : requestOf('GET', path, viewer.token);
  });
  const { p50, p99, failed } = await fire({
    port,
    seconds: 300,
    lanes,
    heard: (lane, ms) => slow.push({ path: asked[lane]!, ms }),
  });
  if (failed > 0) console.log(`  внимание: ${failed} ответов не 200`);
  console.log(
    `\nПоиск людей, ${count} разных запросов, по ${SEARCHERS} сразу, итоги не запомнены: p50 ${p50.toFixed(1)} мс, p99 ${p99.toFixed(1)} мс`,
  );
  const worst = slow
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 5)
    .map(({ path, ms }) => `«${decodeURIComponent(path.split('/').at(-1)!)}» ${ms.toFixed(0)} мс`);
  console.log(`  самые долгие: ${worst.join(', ')}`);
  return p99 > TARGET_MS ? [`Поиск: p99 ${p99.toFixed(1)} мс при цели ${TARGET_MS} мс`] : [];
}
