export { findGames, useGame } from './api.ts';
export { ChangedGame, GameRemoval, LandingCard, NewGame } from './editing/game-editor.tsx';
export { GamePage } from './game/game-page.tsx';
export { GameField } from './game-field.tsx';
export { Catalogue } from './catalogue.tsx';
export { OwnGames } from './own-games.tsx';
export { coverOf, FRIEND_WORDS, meanOf, STATUS_WORDS } from './words.ts';
export { GameLinkCard } from './link-card.tsx';
