import { spawn } from 'node:child_process';
import type { AppContext } from '#platform/runtime/app-context.ts';

/**
 * The programs that put another one into a network namespace of its own, which has no network: as
 * an ordinary user in a user namespace, or directly with the rights of an administrator.
 */
const WAYS = [
  ['unshare', '--user', '--map-current-user', '--net', '--'],
  ['unshare', '--net', '--'],
] as const;
const TIMEOUT_MS = 5_000;

/** Returns the whole environment of the encoder: nothing of the server's settings. */
export const encoderEnvironment = ({ config }: Pick<AppContext, 'config'>) => ({
  PATH: config.searchPath,
  LANG: 'C.UTF-8',
});

/**
 * Returns what to put before a program that reads people's files so that it has no network; nothing
 * if this system does not let us (a container, usually), which is logged. Looked for once.
 */
export const isolationOf = (context: AppContext): Promise<readonly string[]> =>
  (context.media.isolation ??= findIsolation(context));

async function findIsolation(context: AppContext): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  for (const way of WAYS) if (await works(context, way)) return way;
  context.log.warn(
    'the encoder runs with the network of the server: this system allows no network namespaces',
  );
  return [];
}

function works(context: AppContext, [program, ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(program!, [...args, 'true'], {
    stdio: 'ignore',
    env: encoderEnvironment(context),
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false)).once('close', (code) => resolve(code === 0));
  });
}
