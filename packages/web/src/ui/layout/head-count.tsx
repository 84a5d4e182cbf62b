import type { ReactNode } from 'react';
import { count as formatCount } from '#lib/text/format.ts';

/** One of the counts in the header of a page, with its name. */
export function HeadCount({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div>
      <dd>{formatCount(count)}</dd>
      <dt>{children}</dt>
    </div>
  );
}
