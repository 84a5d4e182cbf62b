import { makeQueryClient } from '#lib/network/query.ts';

/** What the site knows from the server, for as long as its tab is open. */
export const queries = makeQueryClient();
