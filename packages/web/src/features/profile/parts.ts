export {
  handleProfileEvent,
  prefetchMe,
  useMe,
  useProfile,
  useVisit,
  type Profile,
} from './api.ts';
export { EditForm } from './edit-form.tsx';
export { FriendsBlock, PhotosBlock, SubscribesBlock } from './profile-blocks.tsx';
export { PersonMenu } from './person-menu.tsx';
export { ProfileHead } from './profile-head.tsx';
export { SuspendedNotice } from './suspended-notice.tsx';
