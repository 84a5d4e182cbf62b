export { StepsSlot } from './steps-slot.tsx';
export { useOverview } from './overview-api.ts';
export { OnlineFriends } from './online-friends.tsx';
export { Popular } from './popular-slot.tsx';
export { SearchBox } from './search-box.tsx';
