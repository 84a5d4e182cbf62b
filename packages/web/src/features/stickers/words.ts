import { counted } from '#lib/text/format.ts';
import type { Pack } from './api.ts';

/** Returns what is in a pack: '12 стикеров'. */
export const sizeOfPack = ({ kind, count }: Pick<Pack, 'kind' | 'count'>): string =>
  counted(
    count,
    kind === 'emoji' ? ['эмодзи', 'эмодзи', 'эмодзи'] : ['стикер', 'стикера', 'стикеров'],
  );
