export { isGame } from './games.ts';
export { deleteCatalogueData, listShown } from './members.ts';
export { countNew } from './queries.ts';
