/**
 * How many times longer tests wait on this machine than on the one they were written for; at
 * least 1. `npm test` measures it at its start (launch/patience.mjs).
 */
export const PATIENCE = Math.max(1, Number(process.env['RESPA_TEST_PATIENCE'] ?? '1'));

/** Returns a waiting time in milliseconds, scaled to the speed of this machine. */
export const patient = (ms: number): number => Math.round(ms * PATIENCE);
