export { findPublics, heedPublics, usePublic } from './api.ts';
export { NewsFeed, useFreshNews } from './news-place.tsx';
export { PublicRow } from './public-row.tsx';
