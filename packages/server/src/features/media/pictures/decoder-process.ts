import { AppError } from '@respa/contract/app-errors';
import type { Answer, Question, Work } from './decoder.ts';
import { readSource, renderSource } from './decoding.ts';
import { lowerPriority } from './process-priority.ts';

/** The decoder process: decodes one picture after another for decoder.ts until the server ends. */
lowerPriority();

const run = ({ name, input }: Work): Promise<unknown> =>
  name === 'readSource' ? readSource(...input) : renderSource(...input);

async function answer({ id, work }: Question): Promise<Answer> {
  try {
    return { id, result: await run(work) };
  } catch (error) {
    if (error instanceof AppError)
      return { id, refused: { code: error.code, text: error.message } };
    return { id, failed: (error as Error).message };
  }
}

process.on('message', (question: Question) => {
  void answer(question).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
// A Ctrl+C in the terminal reaches the whole group: the server decides when to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
