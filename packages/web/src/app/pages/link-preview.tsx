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

/** What a link of this site shows of what is behind it; nothing for most. The place is as high before as after. */
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
