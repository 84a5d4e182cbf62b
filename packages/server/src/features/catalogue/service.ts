export { isGame } from './games.ts';
export { deleteCatalogueData, rate, setStatus } from './members.ts';
export { createGame } from './writing.ts';
