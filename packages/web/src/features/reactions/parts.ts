export { useLike } from './api.ts';
export { Comments } from './comments-place.tsx';
