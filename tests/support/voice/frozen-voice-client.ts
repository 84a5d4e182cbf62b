import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('voice-client-process.ts', import.meta.url));

/** Starts a voice client that a test can freeze, as a suspended computer does. */
export async function startVoiceClient(
  member: number,
  join: (offer: string) => Promise<string>,
  kind: 'speaker' | 'listener' = 'speaker',
) {
  const child = fork(FILE, [kind, String(member)], {
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
  });
  const [{ offer }] = (await once(child, 'message')) as [{ offer: string }];
  child.send({ answer: await join(offer) });
  await once(child, 'message');
  return {
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
