export { PostVideo, VideoPicker } from '#features/videohost/parts.ts';
