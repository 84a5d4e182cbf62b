import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { constants, setPriority } from 'node:os';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { AppContext } from '#platform/runtime/app-context.ts';

/**
 * The encoder refused its input, crashed or took too long. `isContent`: it exited by itself with an
 * error, so the input is at fault.
 */
export class EncoderBroke extends Error {
  readonly isContent: boolean;
  constructor(message: string, isContent: boolean) {
    super(message);
    this.isContent = isContent;
  }
}
/**
 * One run of the encoder: arguments without the program, a working folder, the time limit and the
 * abort signal.
 */
export type Encoding = {
  args: readonly string[];
  folder: string;
  timeoutMs: number;
  stopping: AbortSignal;
};

const NICE = constants.priority.PRIORITY_BELOW_NORMAL;
/**
 * Linux may divide the CPU between sessions first, and the encoder has its own session: then
 * niceness counts for the session, not for the process (sched(7), autogroup).
 */
const NICE_SESSION = `{ echo ${NICE} >/proc/self/autogroup; } 2>/dev/null`;
/** Address space in KiB: five renditions of a 4K video at once take about three gigabytes. */
const MOST_MEMORY = 8 * 1024 * 1024;
/** Bytes of the encoder's error output that are kept for the log. */
const ERROR_TAIL_BYTES = 4_000;

/** Returns the path of the encoder, or null if there is none. Searched once. */
export const encoderOf = ({ config, media }: AppContext): Promise<string | null> =>
  (media.encoder ??= findProgram(config.ffmpeg, config.searchPath));
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
 * Runs the encoder with lowered priority and limited memory; no shell interprets its arguments. It
 * may open only files, and none of its processes is alive when the promise settles. Throws
 * `EncoderBroke`; on server stop, the signal's reason.
 */
export async function encode(
  context: AppContext,
  { args, folder, timeoutMs, stopping }: Encoding,
): Promise<void> {
  stopping.throwIfAborted();
  const program = await encoderOf(context);
  if (program === null) throw new EncoderBroke('there is no encoder', false);
  const child = startProgram(program, args, folder, context.config.searchPath);
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-ERROR_TAIL_BYTES);
  });
  let isLate = false;
  const kill = () => killGroup(child);
  const timeout = setTimeout(() => {
    isLate = true;
    kill();
  }, timeoutMs);
  stopping.addEventListener('abort', kill);
  try {
    const { code, signal } = await waitForEnd(child);
    stopping.throwIfAborted();
    if (isLate) throw new EncoderBroke(`it took longer than ${timeoutMs} ms`, false);
    if (code !== 0)
      throw new EncoderBroke(
        `it ended with ${signal ?? code}: ${text.trim()}`,
        signal === null && code !== null && code < 128,
      );
  } finally {
    clearTimeout(timeout);
    stopping.removeEventListener('abort', kill);
    kill();
  }
}

type Program = ChildProcessByStdio<null, null, Readable>;

function startProgram(
  program: string,
  args: readonly string[],
  folder: string,
  searchPath: string,
): Program {
  const all = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...args];
  // The program replaces the shell through `exec`, and the arguments are passed as positional
  // parameters, so the shell does not interpret them.
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
  return spawn(command, input, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
    env: { PATH: searchPath },
  });
}

/** Kills the whole process group. */
function killGroup(child: Program): void {
  try {
    if (process.platform !== 'win32' && child.pid !== undefined)
      process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has exited already.
  }
}

async function waitForEnd(
  child: Program,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }));
    try {
      if (child.pid !== undefined) setPriority(child.pid, NICE);
    } catch {
      // It exited before its priority could be lowered.
    }
  }).catch((error: Error) => {
    throw new EncoderBroke(error.message, false);
  });
}
