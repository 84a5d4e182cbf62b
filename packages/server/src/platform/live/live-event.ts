/** An `id` is the number of a change: on one channel they follow one another without a gap. What it holds does not change any more. */
export type LiveEvent = { id?: string; data: object };

/** An event as it is written to a stream. */
export const textOf = ({ id, data }: LiveEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
