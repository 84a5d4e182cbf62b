export { deleteAdminData } from './uploads.ts';
export { alertLowDisk } from './disk-alert.ts';
