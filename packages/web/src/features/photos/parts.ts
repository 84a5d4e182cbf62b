export { usePhoto } from './api.ts';
export { PhotoLinkCard } from './link-card.tsx';
export { PhotoCard } from './photo-card.tsx';
export { PhotoForm } from './photo-form.tsx';
export { PhotoGrid } from './photo-grid.tsx';
export { usePhotoViewer } from './viewer/use-photo-viewer.tsx';
