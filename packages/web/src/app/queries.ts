import { makeQueryClient } from '#lib/network/query.ts';

/** The site's cache of server data. It lives as long as the tab. */
export const queries = makeQueryClient();
