import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './link-preview.module.css';

const PlainLink = ({ id }: { id: string }) => <Link to={`/ad/${id}`}>Объявление</Link>;
const OfferLink = lazy(() =>
  import('./offer-link.tsx').then(
    ({ OfferLink: Card }) => ({ default: Card }),
    () => ({ default: PlainLink }),
  ),
);
const OFFER = /^\/ad\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * Returns a preview of the target of an internal link, or null for most links. The placeholder has
 * the same height before and after loading.
 */
export function previewOf(href: string): ReactNode {
  const id = OFFER.exec(href)?.[1];
  return id === undefined ? null : (
    <span className={styles.place}>
      <Suspense fallback={null}>
        <OfferLink id={id.toLowerCase()} />
      </Suspense>
    </span>
  );
}
