export { useDismiss, useRemoveFriend } from './api.ts';
export { FriendsList } from './friends-list.tsx';
export { RequestButtons } from './request-buttons.tsx';
