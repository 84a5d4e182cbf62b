import { sweepInputs } from './inputs.ts';

await sweepInputs(3);
