import { fork, type ChildProcess } from 'node:child_process';
import { appError } from '@respa/contract/app-errors';
import { damagedPicture } from '../refusals.ts';
import type * as decoding from './decoding.ts';

/** A function of decoding.ts and its arguments. */
export type Work = {
  [Name in 'readSource' | 'renderSource']: {
    name: Name;
    input: Parameters<(typeof decoding)[Name]>;
  };
}['readSource' | 'renderSource'];
export type Question = { id: number; work: Work };
/** `refused` is an app error, `failed` is the message of any other. */
export type Answer = { id: number } & (
  | { result: unknown }
  | { refused: { code: Parameters<typeof appError>[0]; text: string } }
  | { failed: string }
);

type Waiting = { work: Work; deaths: number; settle: (answer: Answer) => void };

/** The files that a decoder crashes on twice are damaged; once may be another one's fault. */
const MOST_DEATHS = 2;
const waiting = new Map<number, Waiting>();
let child: ChildProcess | undefined;
let asked = 0;

/**
 * Starts the decoder process. It has its own thread pool: decoders with a lower priority in the
 * server's own pool made its file reads wait as long (with twelve busy programs beside it, 400
 * reads a second instead of 1,700).
 */
function start(): ChildProcess {
  const started = fork(new URL('./decoder-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    // It reads files of strangers: nothing of the server's settings.
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.on('message', (answer: Answer) => {
    const { settle } = waiting.get(answer.id) ?? {};
    waiting.delete(answer.id);
    letGo();
    settle?.(answer);
  });
  started.once('exit', () => {
    if (child === started) child = undefined;
    restart();
  });
  // The exit follows.
  started.on('error', () => {});
  return started;
}

/** Asks a new decoder process what the one that ended has not answered. */
function restart(): void {
  for (const [id, one] of waiting) {
    one.deaths += 1;
    if (one.deaths < MOST_DEATHS) send(id, one.work);
    else {
      waiting.delete(id);
      const { code, message } = damagedPicture();
      one.settle({ id, refused: { code, text: message } });
    }
  }
}

function send(id: number, work: Work): void {
  child ??= start();
  child.ref();
  child.channel?.ref();
  child.send({ id, work } satisfies Question, () => {});
}
/** A decoder without work does not keep the server's process alive. */
function letGo(): void {
  if (waiting.size > 0) return;
  child?.unref();
  child?.channel?.unref();
}

async function ask(work: Work): Promise<unknown> {
  asked += 1;
  const id = asked;
  const answer = await new Promise<Answer>((settle) => {
    waiting.set(id, { work, deaths: 0, settle });
    send(id, work);
  });
  if ('result' in answer) return answer.result;
  if ('refused' in answer) throw appError(answer.refused.code, { text: answer.refused.text });
  throw new Error(answer.failed);
}

/** As in decoding.ts, in the decoder process. */
export const readSource = (...input: Parameters<typeof decoding.readSource>) =>
  ask({ name: 'readSource', input }) as ReturnType<typeof decoding.readSource>;
/** As in decoding.ts, in the decoder process. */
export const renderSource = (...input: Parameters<typeof decoding.renderSource>) =>
  ask({ name: 'renderSource', input }) as ReturnType<typeof decoding.renderSource>;
