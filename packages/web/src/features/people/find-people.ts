import * as people from '@respa/contract/people';
import { call } from '#lib/network/call.ts';
import type { Entry } from './api.ts';

/** Returns the first few users whose names match. */
export const findPeople = async (
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<Entry[]> => (await call(people.users, { query: { q: query, limit }, signal })).users;
