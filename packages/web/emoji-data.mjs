// Serves the emoji picker's Russian data from our own site: one small file built from emojibase,
// /emoji/<version>/ru.json. A row is [emoji, label, group, tags], which makes the file a quarter of
// the original size. Emoji newer than 15.1 are left out until phones can draw them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const read = (name) => JSON.parse(readFileSync(require.resolve(`emojibase-data/${name}`), 'utf8'));
const COMPONENTS = 2;
/**
 * Indexed by emojibase's group number. Emojibase's own Russian names ('флаг', 'тело людей') read
 * badly.
 */
const GROUPS = [
  'Смайлики',
  'Люди и жесты',
  '',
  'Животные и природа',
  'Еда и напитки',
  'Места и транспорт',
  'Занятия',
  'Предметы',
  'Символы',
  'Флаги',
];

function makeRussianEmoji() {
  const rows = read('ru/data.json')
    .filter((row) => row.group !== undefined && row.group !== COMPONENTS && row.version <= 15.1)
    .sort((a, b) => a.order - b.order)
    .map((row) => [row.emoji, row.label, row.group, (row.tags ?? []).join(' ')]);
  const groups = GROUPS.flatMap((label, order) => (label ? [[order, label]] : []));
  return JSON.stringify({ groups, rows });
}

/** @returns {import('vite').Plugin} */
export function emojiData() {
  const { version } = read('package.json');
  const path = `emoji/${version}/ru.json`;
  return {
    name: 'emoji-data',
    config: () => ({ define: { __EMOJI_URL__: JSON.stringify(`/${path}`) } }),
    configureServer(server) {
      server.middlewares.use(`/${path}`, (_request, response) => {
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.end(makeRussianEmoji());
      });
    },
    generateBundle() {
      if (this.environment.config.consumer === 'client')
        this.emitFile({ type: 'asset', fileName: path, source: makeRussianEmoji() });
    },
  };
}
