export { isGame } from './games.ts';
export { deleteCatalogueData } from './members.ts';
export { countNew } from './queries.ts';
