export { setLike, type Moments } from './api.ts';
export { Comments } from './comments-place.tsx';
