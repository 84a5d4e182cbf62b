import * as people from '@respa/contract/people';
import { call } from '#lib/network/call.ts';
import type { Entry } from './api.ts';

/** The first few whom a name fits. */
export const findPeople = async (
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<Entry[]> => (await call(people.users, { query: { q: query, limit }, signal })).users;
