import { pickGrants } from '../../../packages/server/src/features/cloud/grant-queries.ts';
import {
  countFolder,
  pickFiles,
  pickFolder,
  pickFound as pickThings,
  pickWhole,
  readCursor,
} from '../../../packages/server/src/features/cloud/lists.ts';
import {
  findSent,
  pickNamesLike,
  pickTrash,
} from '../../../packages/server/src/features/cloud/queries.ts';
import type { Db } from '../../../packages/server/src/platform/database/db.ts';
import { NODE, PERSON, id, me } from './plan-fixtures.ts';

const offsetIn = (isFolder: boolean, key: string, node: number) =>
  readCursor(Buffer.from(JSON.stringify([isFolder, key, id(NODE, node)])).toString('base64url'));
export const CLOUD_LISTS: [string, (on: Db) => Promise<unknown>][] = [
  [
    'a folder by name',
    (on) => pickFolder(on, me, id(NODE, 1), { sort: 'name', order: 'asc', limit: 201 }),
  ],
  [
    'a folder by name from a cursor',
    (on) =>
      pickFolder(on, me, id(NODE, 1), {
        sort: 'name',
        order: 'desc',
        limit: 201,
        after: offsetIn(false, 'Файл 77', 77),
      }),
  ],
  [
    'a folder by size from a cursor',
    (on) =>
      pickFolder(on, me, id(NODE, 1), {
        sort: 'size',
        order: 'desc',
        limit: 201,
        after: offsetIn(false, '70', 7_070),
      }),
  ],
  [
    'a folder by date',
    (on) =>
      pickFolder(on, me, id(NODE, 1), {
        sort: 'date',
        order: 'desc',
        limit: 201,
        after: offsetIn(false, '', 9_001),
      }),
  ],
  [
    'a folder by type',
    (on) =>
      pickFolder(on, me, id(NODE, 1), {
        sort: 'type',
        order: 'asc',
        limit: 201,
        after: offsetIn(true, 'folder', 11_900),
      }),
  ],
  [
    'a folder in the documented order',
    (on) => pickWhole(on, me, id(NODE, 1), { skip: 300, limit: 100 }),
  ],
  ['the size of a folder', (on) => countFolder(on, me, id(NODE, 1))],
  [
    'the root of the cloud',
    (on) => pickFolder(on, me, null, { sort: 'name', order: 'asc', limit: 201 }),
  ],
  ['the trash of the cloud', (on) => pickTrash(on, me, { limit: 51 })],
  ['the trash from a cursor', (on) => pickTrash(on, me, { before: id(NODE, 11_500), limit: 51 })],
  ['a search in the cloud', (on) => pickThings(on, me, 'файл 77', { limit: 51 })],
  ['names that could collide', (on) => pickNamesLike(on, me, id(NODE, 1), 'Файл 77')],
  ['files sent before', (on) => findSent(on, me, [id(NODE, 5), id(NODE, 6)])],
  ['files of a folder for its zip', (on) => pickFiles(on, id(NODE, 1), id(NODE, 500), 200)],
  [
    'people who can see a file',
    (on) => pickGrants(on, id(NODE, 3), { before: id(PERSON, 100), limit: 21 }),
  ],
];
