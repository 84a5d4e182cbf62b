import type { LiveEvent } from '@respa/contract/live-events';

/**
 * An event with its number. On one channel the numbers follow one another without a gap. The data
 * must not change after it was published.
 */
export type NumberedEvent = { id?: string; data: LiveEvent };

/** Returns the event as text for a Server-Sent Events stream. */
export const textOf = ({ id, data }: NumberedEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
