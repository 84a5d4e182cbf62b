export { getGame, isGame } from './games.ts';
export { pickGames } from './open-queries.ts';
export { deleteCatalogueData, listShown } from './members.ts';
export { countNew } from './queries.ts';
