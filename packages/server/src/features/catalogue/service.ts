export { isGame } from './games.ts';
export { deleteCatalogueData, listShown } from './members.ts';
