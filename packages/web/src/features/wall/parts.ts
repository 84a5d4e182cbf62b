export { handlePostEvent, prefetchFriendsNews, useFriendsNews, usePost } from './api.ts';
export { ComposerSlot } from './composer-slot.tsx';
export { useFreshPosts } from './fresh-posts.tsx';
export { handToPost } from './hand-to-post.ts';
export { OwnWall } from './own-wall.tsx';
export { PostCard } from './post-card.tsx';
export { PostComposer } from './post-composer.tsx';
export { FriendsNews, Wall } from './post-list.tsx';
export { PostLinkCard } from './link-card.tsx';
