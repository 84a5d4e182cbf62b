import { imports, names } from './layers.mjs';
import { queryKeys } from './query-keys.mjs';
import { clock, environment, network } from './sources.mjs';
import { sql } from './sql.mjs';
import { vocabulary } from './vocabulary.mjs';

/** The project's own lint rules, run by oxlint. */
export default {
  meta: { name: 'layers' },
  rules: { imports, names, environment, clock, network, sql, 'query-keys': queryKeys, vocabulary },
};
