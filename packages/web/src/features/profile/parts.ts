export {
  handleProfileEvent,
  prefetchMe,
  useFacts,
  useIsNewcomer,
  useMe,
  useProfile,
  useVisit,
  type Profile,
} from './api.ts';
export { EditForm } from './edit-form.tsx';
export { CommonBlock } from './common-block.tsx';
export { GamesBlock } from './games-block.tsx';
export { FriendsBlock } from './friends-block.tsx';
export { PhotosBlock } from './photos-block.tsx';
export { SubscribesBlock } from './subscribes-block.tsx';
export { PersonLinkCard } from './link-card.tsx';
export { PersonMenu } from './person-menu.tsx';
export { ProfileHead } from './profile-head.tsx';
export { StorageCard } from './storage-card.tsx';
export { SuspendedNotice } from './suspended-notice.tsx';
