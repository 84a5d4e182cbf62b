export { useLike, type Moments } from './api.ts';
export { Comments } from './comments-place.tsx';
