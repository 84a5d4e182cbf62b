import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { constants, setPriority } from 'node:os';
import { access } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { encoderEnvironment, isolationOf } from './isolation.ts';

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
  /** Receives the program's output as it comes. */
  onOutput?: (text: string) => void;
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

/** Output that a program sends before it is read; a description of a video takes some kilobytes. */
const MOST_OUTPUT_BYTES = 4 * 1024 * 1024;

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
  for (const place of places) if (await isThere(place)) return place;
  return null;
}
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Runs the encoder with lowered priority and limited memory, without the server's environment and,
 * where the system allows it, without a network; no shell interprets its arguments. It may open
 * only files, and none of its processes is alive when the promise settles. Throws `EncoderBroke`;
 * on server stop, the signal's reason.
 */
export async function encode(context: AppContext, encoding: Encoding): Promise<void> {
  encoding.stopping.throwIfAborted();
  const program = await encoderOf(context);
  if (program === null) throw new EncoderBroke('there is no encoder', false);
  const args = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...encoding.args];
  await runProgram(context, program, { ...encoding, args });
}

/**
 * Runs ffprobe, which comes with the encoder, and returns its output; null if it is not there. Runs
 * and throws like `encode`.
 */
export async function askProbe(context: AppContext, encoding: Encoding): Promise<string | null> {
  const encoder = await encoderOf(context);
  if (encoder === null) return null;
  const program = join(dirname(encoder), basename(encoder).replace('ffmpeg', 'ffprobe'));
  if (program === encoder || !(await isThere(program))) return null;
  return runProgram(context, program, encoding);
}

/** Runs a program as `encode` describes. Returns its output. */
async function runProgram(
  context: AppContext,
  program: string,
  { args, folder, timeoutMs, stopping, onOutput }: Encoding,
): Promise<string> {
  const command = [...(await isolationOf(context)), program, ...args];
  stopping.throwIfAborted();
  const child = startProgram(command, folder, encoderEnvironment(context));
  let [text, output] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    if (onOutput !== undefined) onOutput(part);
    else output += output.length < MOST_OUTPUT_BYTES ? part : '';
  });
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
    return output;
  } finally {
    clearTimeout(timeout);
    stopping.removeEventListener('abort', kill);
    kill();
  }
}

type Program = ChildProcessByStdio<null, Readable, Readable>;

function startProgram(
  command: readonly string[],
  folder: string,
  env: Record<string, string>,
): Program {
  // The program replaces the shell through `exec`, and the arguments are passed as positional
  // parameters, so the shell does not interpret them.
  const shell = [
    '/bin/sh',
    '-c',
    `ulimit -v ${MOST_MEMORY} 2>/dev/null; ${NICE_SESSION}; exec "$0" "$@"`,
  ];
  const [file = '', ...args] = process.platform === 'win32' ? command : [...shell, ...command];
  return spawn(file, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env,
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
