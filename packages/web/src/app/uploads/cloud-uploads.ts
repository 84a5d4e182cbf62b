export { cloudUploads } from '#features/cloud/parts.ts';
