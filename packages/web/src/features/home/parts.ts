export { StepsSlot } from './steps-slot.tsx';
export { useOverview } from './overview-api.ts';
export { OnlineFriends } from './online-friends.tsx';
export { Popular } from './popular-slot.tsx';
export { useFoundOf } from './found-api.ts';
export { useSuggestions } from './api.ts';
export type { SearchKind, Suggestion } from './search-sources.ts';
export { SearchBox } from './search-box.tsx';
