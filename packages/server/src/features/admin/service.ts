export { deleteAdminData } from './uploads.ts';
