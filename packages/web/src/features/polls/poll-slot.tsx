import { lazy, Suspense } from 'react';
import type { PollHead } from '@respa/contract/polls';

const PollCard = lazy(async () => ({ default: (await import('./poll-card.tsx')).PollCard }));

/** Pixels of the card without its options, and of one option. */
const [FRAME, OPTION] = [104, 48];

/**
 * The poll of a message or a post. `isLive`: every change of it arrives as an event. The height is
 * reserved while the card loads.
 */
export function PollSlot({
  poll,
  isLive = false,
  inset = false,
}: {
  poll: PollHead;
  isLive?: boolean;
  /** With the margins of a post's text. */
  inset?: boolean;
}) {
  return (
    <div style={inset ? { padding: '0 16px 14px' } : { flex: '1 1 100%', minWidth: 0 }}>
      <Suspense fallback={<div style={{ height: FRAME + OPTION * poll.options.length }} />}>
        <PollCard head={poll} isLive={isLive} />
      </Suspense>
    </div>
  );
}
