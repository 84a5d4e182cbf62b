export { useDismiss, useFriendCounts } from './api.ts';
export { confirmRemoval } from './confirm-removal.ts';
export { FriendsList } from './friends-list.tsx';
export { RequestButtons } from './request-buttons.tsx';
export { RequestsList } from './requests-list.tsx';
