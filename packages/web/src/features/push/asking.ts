// Loaded with the first message that a member sends.
export { AskCard } from './ask-card.tsx';
export { askOnce } from './ask-state.ts';
