export { revokeMutualGrants, deleteCloudData } from './sharing.ts';
export { getOwnFile } from './policy.ts';
export { getUsage } from './folders.ts';
export { findFileOwner, getFile, maySeeFile } from './reading.ts';
export { sweepTrash } from './trash.ts';
export { admitUploads } from './uploading.ts';
