export { findGames, useGame } from './api.ts';
export { ChangedGame, GameRemoval, LandingCard, NewGame } from './editing/game-editor.tsx';
export { GamePage } from './game-page.tsx';
export { Catalogue, OwnGames } from './games-list.tsx';
export { coverOf, meanOf } from './words.ts';
