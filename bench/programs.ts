import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Statement = { text: string; values: unknown[]; began: number; ended: number };
/**
 * What the limit program does for one request: statements of a group run at once, groups one after
 * another.
 */
export type Plan = {
  key: string;
  groups: { text: string; values: unknown[] }[][];
  headers: Record<string, string>;
  body: string;
  /** The values that are new in each message and must be replaced. */
  made?: { id: string; clientId: string };
  /** A file that is read by ranges. */
  file?: { path: string; bytes: number };
};
export type Program = { port: number; ask<T>(order: unknown): Promise<T>; stop(): Promise<void> };

export async function startProgram(file: string, env: Record<string, string>): Promise<Program> {
  const child: ChildProcess = fork(
    isAbsolute(file) ? file : fileURLToPath(new URL(file, import.meta.url)),
    {
      env: { ...process.env, ...env },
      serialization: 'advanced',
      execArgv: [
        '--expose-gc',
        ...(process.env['BENCH_PROFILE'] === file
          ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE_DIR'] ?? '.'}`]
          : []),
      ],
    },
  );
  const gone = once(child, 'exit').then(() => {
    throw new Error(`${file} ended`);
  });
  gone.catch(() => {});
  const record = async <T>(): Promise<T> =>
    (await Promise.race([once(child, 'message'), gone]))[0] as T;
  const { port } = await record<{ port: number }>();
  return {
    port,
    ask: <T>(order: unknown) => {
      const answer = record<T>();
      child.send(order as object);
      return answer;
    },
    async stop() {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}

/** Puts statements that were running at the same time into one group. */
export function groupStatements(statements: Statement[]): Plan['groups'] {
  const groups: Plan['groups'] = [];
  let ends = Number.NEGATIVE_INFINITY;
  for (const { text, values, began, ended } of statements) {
    if (began >= ends || groups.length === 0) {
      groups.push([]);
      ends = ended;
    } else ends = Math.min(ends, ended);
    groups.at(-1)!.push({ text, values });
  }
  return groups;
}
