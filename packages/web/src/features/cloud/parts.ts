export { AcceptButton } from './accept-button.tsx';
export { handleCloudEvent } from './api.ts';
export { CloudScreen } from './cloud-screen.tsx';
export { FileView } from './file-view.tsx';
export { cloudUploads } from './uploads/cloud-uploads.ts';
export { TrashView } from './trash-view.tsx';
export { UploadPanel } from './uploads/upload-panel.tsx';
export { FileLinkCard } from './link-card.tsx';
