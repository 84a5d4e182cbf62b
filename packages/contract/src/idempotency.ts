/** The header of a creating call. Calls with the same key create one thing and get one reply. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,64}$/;
