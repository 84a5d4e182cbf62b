export { makeVideoUploads } from '#features/videohost/parts.ts';
