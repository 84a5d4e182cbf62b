// A voice client in a process of its own, which a test can freeze. It asks its parent to join.
import { once } from 'node:events';
import { makeVoiceClient } from './voice-client.ts';

const isListener = process.argv[2] === 'listener';
await makeVoiceClient(
  Number(process.argv[3]),
  async (offer) => {
    process.send!({ offer });
    return ((await once(process, 'message'))[0] as { answer: string }).answer;
  },
  { isListener },
);
process.send!({ isUp: true });
process.on('disconnect', () => process.exit(0));
