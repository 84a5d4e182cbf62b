import { lazy, Suspense, type ReactNode } from 'react';
import styles from './link-preview.module.css';

const OfferLink = lazy(async () => ({ default: (await import('./offer-link.tsx')).OfferLink }));
const OFFER = /^\/ad\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** What a link of this site shows of what is behind it; nothing for most. The place is as high before as after. */
export function previewOf(href: string): ReactNode {
  const id = OFFER.exec(href)?.[1];
  return id === undefined ? null : <span className={styles.place}><Suspense fallback={null}><OfferLink id={id.toLowerCase()} /></Suspense></span>;
}
