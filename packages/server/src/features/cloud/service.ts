export { makeFolder } from './folders.ts';
export { sendFile } from './sharing.ts';
export { uploadFiles } from './uploading.ts';
export { partFiles, deleteCloudData } from './sharing.ts';
export { findFileOwner, maySeeFile } from './reading.ts';
export { sweepTrash } from './trash.ts';
export { admitUploads } from './uploading.ts';
