import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { AppContext } from '#platform/runtime/app-context.ts';

/** The encoder refused what it was given, died, or took too long. `isContent`: it ended by itself and said no. */
export class EncoderBroke extends Error {
  readonly isContent: boolean;
  constructor(message: string, isContent: boolean) {
    super(message);
    this.isContent = isContent;
  }
}
/** What a run of the encoder gets: arguments without the program, a folder to run in, and how long it may take. */
export type Encoding = {
  args: readonly string[];
  folder: string;
  patienceMs: number;
  stopping: AbortSignal;
};

const NICE = constants.priority.PRIORITY_BELOW_NORMAL;
/** Linux may share the processor out between sessions first, and the encoder has one of its own: then niceness counts for the session, not for the process (sched(7), autogroup). */
const NICE_SESSION = `{ echo ${NICE} >/proc/self/autogroup; } 2>/dev/null`;
/** Address space in KiB: five renditions of a 4K film at once take about three gigabytes. */
const MOST_MEMORY = 8 * 1024 * 1024;
/** Bytes of what it says that are kept for the log. */
const HEARD = 4_000;

const found = new WeakMap<AppContext, Promise<string | null>>();
/** Where the encoder is, or null where there is none. Looked for once. */
export function encoderOf(context: AppContext): Promise<string | null> {
  let path = found.get(context);
  if (path === undefined)
    found.set(context, (path = findProgram(context.config.ffmpeg, context.config.searchPath)));
  return path;
}
async function findProgram(name: string | undefined, searchPath: string): Promise<string | null> {
  if (name === undefined) return null;
  const places = isAbsolute(name)
    ? [name]
    : searchPath
        .split(delimiter)
        .filter(Boolean)
        .flatMap((folder) => [
          join(folder, name),
          ...(process.platform === 'win32' ? [join(folder, `${name}.exe`)] : []),
        ]);
  for (const place of places)
    if (
      await access(place).then(
        () => true,
        () => false,
      )
    )
      return place;
  return null;
}

/**
 * Runs the encoder with lowered priority and limited memory, without a shell between it and its arguments. It may open files alone, and nothing that is alive is
 * left of it when the promise settles. Throws `EncoderBroke`; where the server stops, the reason of the signal.
 */
export async function encode(
  context: AppContext,
  { args, folder, patienceMs, stopping }: Encoding,
): Promise<void> {
  stopping.throwIfAborted();
  const program = await encoderOf(context);
  if (program === null) throw new EncoderBroke('there is no encoder', false);
  const all = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...args];
  // The arguments are those of a program that replaces the shell: nothing in them is read by it.
  const [command, input] =
    process.platform === 'win32'
      ? [program, all]
      : [
          '/bin/sh',
          [
            '-c',
            `ulimit -v ${MOST_MEMORY} 2>/dev/null; ${NICE_SESSION}; exec "$0" "$@"`,
            program,
            ...all,
          ],
        ];
  const child = spawn(command, input, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
    env: { PATH: context.config.searchPath },
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-HEARD);
  });
  let isLate = false;
  const kill = () => {
    // With all that it started.
    try {
      if (process.platform !== 'win32' && child.pid !== undefined)
        process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      // It is gone already.
    }
  };
  const patience = setTimeout(() => {
    isLate = true;
    kill();
  }, patienceMs);
  stopping.addEventListener('abort', kill);
  try {
    const { code, signal } = await new Promise<{
      code: number | null;
      signal: NodeJS.Signals | null;
    }>((resolve, reject) => {
      child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }));
      try {
        if (child.pid !== undefined) setPriority(child.pid, NICE);
      } catch {
        // It has ended before it could be made patient.
      }
    }).catch((error: Error) => {
      throw new EncoderBroke(error.message, false);
    });
    stopping.throwIfAborted();
    if (isLate) throw new EncoderBroke(`it took longer than ${patienceMs} ms`, false);
    if (code !== 0)
      throw new EncoderBroke(
        `it ended with ${signal ?? code}: ${text.trim()}`,
        signal === null && code !== null && code < 128,
      );
  } finally {
    clearTimeout(patience);
    stopping.removeEventListener('abort', kill);
    kill();
  }
}
