export { usePost } from './api.ts';
export { PostCard } from './post-card.tsx';
export { PostComposer } from './post-composer.tsx';
export { FriendsNews, Wall } from './post-list.tsx';
