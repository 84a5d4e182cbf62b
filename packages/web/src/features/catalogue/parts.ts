export { findGames, useGame } from './api.ts';
export { ChangedGame, GameRemoval, LandingCard, NewGame } from './game-desk.tsx';
export { GamePage } from './game-page.tsx';
export { Catalogue, OwnGames } from './games-list.tsx';
export { coverOf, meanOf } from './words.ts';
