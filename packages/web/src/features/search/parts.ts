export { FoundPosts } from './found-posts.tsx';
